// symheap: safe
// The list links the middles of its nodes; the start of a node is computed before it is freed.

#include <stddef.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct inner {
    struct inner *next;
    long weight;
};

struct outer {
    long id;
    struct inner inner;
};

int main(void)
{
    struct inner *list = NULL;
    while (symheap_nondet_int()) {
        struct outer *o = malloc(sizeof *o);
        o->id = symheap_nondet_int();
        o->inner.weight = 0;
        o->inner.next = list;
        list = &o->inner;
    }
    while (list) {
        struct inner *next = list->next;
        free((char *)list - offsetof(struct outer, inner));
        list = next;
    }
    return 0;
}

// symheap: unsafe invalid-free at 31
// The middle of the node is freed.

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
        free(list);
        list = next;
    }
    return 0;
}

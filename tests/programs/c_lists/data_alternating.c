// symheap: safe
// Even and odd places of a list alternate between one and two.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    int odd = 0, expect;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = odd ? 1 : 2;
        n->next = list;
        list = n;
        odd = !odd;
    }
    expect = odd ? 2 : 1;
    for (p = list; p; p = p->next) {
        assert(p->value == expect);
        expect = 3 - expect;
    }
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

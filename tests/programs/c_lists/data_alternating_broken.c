// symheap: unsafe assertion at 28
// The flag is not flipped when a node is skipped.

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
        if (symheap_nondet_int() != 1)
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

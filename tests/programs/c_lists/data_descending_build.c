// symheap: safe
// Numbers are pushed in ascending order, so the list descends by one from node to node.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int number;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    int i, n = symheap_nondet_int();
    for (i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        x->number = i;
        x->next = list;
        list = x;
    }
    for (p = list; p && p->next; p = p->next)
        assert(p->number == p->next->number + 1);
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

// symheap: unsafe null-dereference at 34
// The marked node may be removed before the search.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int mark;
    struct node *next;
};

static struct node *push(struct node *list, int mark)
{
    struct node *n = malloc(sizeof *n);
    n->mark = mark;
    n->next = list;
    return n;
}

int main(void)
{
    struct node *list = NULL, *p;
    while (symheap_nondet_int())
        list = push(list, 0);
    list = push(list, 1);
    while (symheap_nondet_int())
        list = push(list, 0);
    while (list && symheap_nondet_int()) {
        p = list->next;
        free(list);
        list = p;
    }
    for (p = list; !p->mark; p = p->next)
        ;
    p->mark = 2;
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

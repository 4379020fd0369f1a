// symheap: safe
// Ones are pushed first and twos later, so from the head on twos come before ones.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int h;
    struct node *next;
};

static struct node *push(struct node *list, int h)
{
    struct node *n = malloc(sizeof *n);
    n->h = h;
    n->next = list;
    return n;
}

int main(void)
{
    struct node *list = NULL, *p;
    while (symheap_nondet_int())
        list = push(list, 1);
    while (symheap_nondet_int())
        list = push(list, 2);
    p = list;
    while (p && p->h == 2)
        p = p->next;
    while (p) {
        assert(p->h == 1);
        p = p->next;
    }
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

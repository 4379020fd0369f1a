// symheap: unsafe use-after-free at 17
// The callback frees the node whose link the walk reads afterwards.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void each(struct node *list, void (*visit)(struct node *))
{
    while (list) {
        visit(list);
        list = list->next;
    }
}

static void negate(struct node *n)
{
    n->data = -n->data;
}

static void release(struct node *n)
{
    free(n);
}

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    each(list, negate);
    each(list, release);
    return 0;
}

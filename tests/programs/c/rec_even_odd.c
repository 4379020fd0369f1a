// symheap: safe
// Two functions free a list in turns, each one node.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

static void free_even(struct node *n);

static void free_odd(struct node *n)
{
    struct node *next;
    if (!n)
        return;
    next = n->next;
    free(n);
    free_even(next);
}

static void free_even(struct node *n)
{
    if (n) {
        free_odd(n->next);
        free(n);
    }
}

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    free_odd(list);
    return 0;
}

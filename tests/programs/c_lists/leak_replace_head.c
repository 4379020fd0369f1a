// symheap: safe
// property: memtrack
// The first node is replaced by a copy with another value, and the old one is freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *make(int value, struct node *next)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = next;
    return n;
}

int main(void)
{
    struct node *list = NULL;
    int i, n = symheap_nondet_int();
    for (i = 0; i < n; i++)
        list = make(i, list);
    if (list) {
        struct node *old = list;
        list = make(symheap_nondet_int(), old->next);
        free(old);
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

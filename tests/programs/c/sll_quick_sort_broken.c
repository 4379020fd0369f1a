// symheap: unsafe null-dereference at 16
// The part of the smaller ones may be empty: it has no last node then.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *concat(struct node *a, struct node *b)
{
    struct node *last = a;
    while (last->next)
        last = last->next;
    last->next = b;
    return a;
}

static struct node *sort(struct node *list)
{
    struct node *pivot = list, *less = NULL, *more = NULL, *n;
    if (!list)
        return NULL;
    for (n = list->next; n;) {
        struct node *next = n->next;
        struct node **part = n->data < pivot->data ? &less : &more;
        n->next = *part;
        *part = n;
        n = next;
    }
    pivot->next = sort(more);
    return concat(sort(less), pivot);
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
    list = sort(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

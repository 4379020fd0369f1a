// symheap: safe
// Recursive merge of two sorted lists.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *create(int least)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = least--;
        n->next = list;
        list = n;
    }
    return list;
}

static struct node *merge(struct node *a, struct node *b)
{
    if (!a)
        return b;
    if (!b)
        return a;
    if (a->data <= b->data) {
        a->next = merge(a->next, b);
        return a;
    }
    b->next = merge(a, b->next);
    return b;
}

int main(void)
{
    struct node *a = create(10);
    struct node *b = create(20);
    struct node *list = merge(a, b);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

// symheap: safe
// Two lists are exchanged through pointers to pointers.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void swap(struct node **a, struct node **b)
{
    struct node *kept = *a;
    *a = *b;
    *b = kept;
}

static struct node *create(int data)
{
    struct node *list = NULL;
    do {
        struct node *n = malloc(sizeof *n);
        n->data = data;
        n->next = list;
        list = n;
    } while (symheap_nondet_int());
    return list;
}

static void destroy(struct node **list)
{
    while (*list) {
        struct node *n = *list;
        *list = n->next;
        free(n);
    }
}

int main(void)
{
    struct node *a = create(1), *b = create(2);
    swap(&a, &b);
    destroy(&a);
    destroy(&b);
    return 0;
}

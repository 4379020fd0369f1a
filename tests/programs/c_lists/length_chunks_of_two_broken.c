// symheap: unsafe null-dereference at 32
// A single node may be added at the end.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *push(struct node *list)
{
    struct node *n = malloc(sizeof *n);
    n->data = symheap_nondet_int();
    n->next = list;
    return n;
}

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        list = push(list);
        if (!list->data)
            break;
        list = push(list);
    }
    while (list) {
        struct node *second = list->next;
        struct node *rest = second->next;
        free(list);
        free(second);
        list = rest;
    }
    return 0;
}

// symheap: safe
// Any node of a doubly linked list is unlinked in constant time.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
    struct node *prev;
};

static struct node *unlink_node(struct node *list, struct node *n)
{
    if (n->prev)
        n->prev->next = n->next;
    else
        list = n->next;
    if (n->next)
        n->next->prev = n->prev;
    free(n);
    return list;
}

int main(void)
{
    struct node *list = NULL, *n;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->prev = NULL;
        n->next = list;
        if (list)
            list->prev = n;
        list = n;
    }
    for (n = list; n && n->data != 2; n = n->next)
        ;
    if (n)
        list = unlink_node(list, n);
    while (list)
        list = unlink_node(list, list);
    return 0;
}

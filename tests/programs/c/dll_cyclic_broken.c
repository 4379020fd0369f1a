// symheap: unsafe use-after-free at 39
// Removal does not tell the node before.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

static void insert(struct node *head, int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = head->next;
    n->prev = head;
    head->next->prev = n;
    head->next = n;
}

static void drop(struct node *n)
{
    n->next->prev = n->prev;
    free(n);
}

int main(void)
{
    struct node head = {&head, &head, 0};
    struct node *n;
    while (symheap_nondet_int())
        insert(&head, symheap_nondet_int());
    for (n = head.next; n != &head && n->data != 6; n = n->next)
            ;
    if (n != &head)
        drop(n);
    for (n = head.next; n != &head; n = n->next)
        drop(n);
    return 0;
}

// symheap: safe
// A cyclic doubly linked list with a local head.

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
    n->prev->next = n->next;
    n->next->prev = n->prev;
    free(n);
}

int main(void)
{
    struct node head = {&head, &head, 0};
    struct node *n;
    while (symheap_nondet_int())
        insert(&head, symheap_nondet_int());
    for (n = head.next; n != &head; n = n->next)
        if (n->data == 6)
            break;
    if (n != &head)
        drop(n);
    while (head.next != &head) {
        n = head.next;
        drop(n);
    }
    return 0;
}

// symheap: safe
// A cyclic doubly linked list with a head on the heap, spliced into another and freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next, *prev;
};

static void insert(struct node *head, int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = head;
    n->prev = head->prev;
    head->prev->next = n;
    head->prev = n;
}

static void destroy(struct node *head)
{
    struct node *n = head->next;
    while (n != head) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    free(head);
}

int main(void)
{
    struct node *head = malloc(sizeof *head);
    head->data = 0;
    head->next = head;
    head->prev = head;
    while (symheap_nondet_int())
        insert(head, symheap_nondet_int());
    destroy(head);
    return 0;
}

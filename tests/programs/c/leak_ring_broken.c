// symheap: unsafe null-dereference at 25
// The ring is read through the pointer that was set to null.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *ring = malloc(sizeof *ring);
    ring->data = 0;
    ring->next = ring;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = ring->next;
        ring->next = n;
    }
    ring = NULL;
    return ring->data;
}

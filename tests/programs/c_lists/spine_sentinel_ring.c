// symheap: safe
// A ring with a sentinel on the stack: every node has a neighbour on both sides.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *prev, *next;
};

int main(void)
{
    struct node ring, *n;
    ring.data = 0;
    ring.prev = ring.next = &ring;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->prev = &ring;
        n->next = ring.next;
        ring.next->prev = n;
        ring.next = n;
    }
    while (ring.next != &ring) {
        n = ring.next;
        ring.next = n->next;
        n->next->prev = &ring;
        free(n);
    }
    return 0;
}

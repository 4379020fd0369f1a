// symheap: unsafe use-after-free at 28
// A node that is freed stays in the ring.

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
        if (n->data == 3)
            ring.next = n;
        free(n);
    }
    return 0;
}

// symheap: safe
// A walk of size steps around a ring ends where it began.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *ring = malloc(sizeof *ring), *n;
    unsigned long size = 1, i;
    ring->next = ring;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->next = ring->next;
        size++;
        ring->next = n;
    }
    n = ring;
    for (i = 0; i < size; i++)
        n = n->next;
    assert(n == ring);
    n = ring->next;
    while (n != ring) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    free(ring);
    return 0;
}

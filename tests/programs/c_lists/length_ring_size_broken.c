// symheap: unsafe use-after-free at 29
// The size starts with one for a node that is also counted when it is made.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *ring = malloc(sizeof *ring), *n;
    int size = 2;
    int i, more = symheap_nondet_int();
    ring->data = 0;
    ring->next = ring;
    for (i = 0; i < more && i < 1000; i++) {
        n = malloc(sizeof *n);
        n->data = i;
        n->next = ring->next;
        ring->next = n;
        size++;
    }
    n = ring;
    while (size > 0) {
        struct node *next = n->next;
        free(n);
        n = next;
        size--;
    }
    return 0;
}

// symheap: safe
// property: memcleanup
// A ring is cut open behind its entry and freed as a list.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *ring = malloc(sizeof *ring);
    struct node *list;
    ring->data = 0;
    ring->next = ring;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = ring->next;
        ring->next = n;
    }
    list = ring->next;
    ring->next = NULL;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

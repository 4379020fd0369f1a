// symheap: safe
// The walk back over a doubly linked list comes to the node where the walk forward began.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *prev, *next;
};

int main(void)
{
    struct node *first = malloc(sizeof *first), *n;
    first->prev = first->next = NULL;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->prev = NULL;
        n->next = first;
        first->prev = n;
        first = n;
    }
    n = first;
    while (n->next)
        n = n->next;
    while (n != first)
        n = n->prev;
    while (first) {
        n = first->next;
        free(first);
        first = n;
    }
    return 0;
}

// symheap: unsafe null-dereference at 28
// The back link of new first nodes is not set in the old first node.

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
        if (n->next->next)
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

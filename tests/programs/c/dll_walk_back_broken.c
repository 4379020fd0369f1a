// symheap: unsafe null-dereference at 31
// The way back takes two steps at a time and misses the first node.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next, *prev;
};

int main(void)
{
    struct node *first = NULL, *last = NULL, *n;
    int sum = 0;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = NULL;
        n->prev = last;
        if (last)
            last->next = n;
        else
            first = n;
        last = n;
    }
    for (n = first; n; n = n->next)
        sum += n->data;
    for (n = last; n != first; n = n->prev->prev)
        sum -= n->data;
    while (first) {
        n = first->next;
        free(first);
        first = n;
    }
    return sum;
}

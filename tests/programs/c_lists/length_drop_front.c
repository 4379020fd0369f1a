// symheap: safe
// A window of at most three nodes moves over the input: the oldest is dropped when there are four.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *first = NULL, *last = NULL, *n;
    int size = 0, best = 0;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = NULL;
        if (last)
            last->next = n;
        else
            first = n;
        last = n;
        size++;
        if (size > 3) {
            n = first;
            first = n->next;
            free(n);
            if (first->next->next->data > best)
                best = first->data;
            size--;
        }
    }
    while (first) {
        n = first->next;
        free(first);
        first = n;
    }
    return best > 0;
}

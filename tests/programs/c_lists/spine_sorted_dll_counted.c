// symheap: safe
// A doubly linked list is sorted, and its size is that of the walk in either direction.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int key;
    struct node *prev, *next;
};

int main(void)
{
    struct node *first = NULL, *last = NULL, *n, *at;
    unsigned size = 0, steps = 0;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->key = symheap_nondet_int();
        at = last;
        while (at && at->key > n->key)
            at = at->prev;
        n->prev = at;
        n->next = at ? at->next : first;
        if (n->next)
            n->next->prev = n;
        else
            last = n;
        if (at)
            at->next = n;
        else
            first = n;
        size++;
    }
    for (n = last; n; n = n->prev) {
        assert(!n->prev || n->prev->key <= n->key);
        steps++;
    }
    assert(steps == size);
    while (first) {
        n = first->next;
        free(first);
        first = n;
    }
    return 0;
}

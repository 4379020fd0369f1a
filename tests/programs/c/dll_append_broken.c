// symheap: unsafe invalid-dereference at 26
// The link back is not set.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *prev, *next;
    int data;
};

int main(void)
{
    struct node *last = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = NULL;
        if (last)
            last->next = n;
        last = n;
    }
    while (last) {
        struct node *n = last;
        last = n->prev;
        free(n);
    }
    return 0;
}

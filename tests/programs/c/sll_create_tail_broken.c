// symheap: unsafe null-dereference at 20
// The first node is linked behind a last node that is not there.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

int main(void)
{
    struct node *first = NULL, *last = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof(struct node));
        n->data = symheap_nondet_int();
        n->next = NULL;
            last->next = n;
        if (!first)
            first = n;
        last = n;
    }
    while (first) {
        struct node *n = first;
        first = n->next;
        free(n);
    }
    return 0;
}

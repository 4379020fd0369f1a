// symheap: safe
// A doubly linked list grows at its end and is freed from there.

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
        n->prev = last;
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

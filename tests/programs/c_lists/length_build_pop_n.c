// symheap: safe
// As many nodes are popped as were built.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *top = NULL;
    int i, n = symheap_nondet_int();
    for (i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        x->data = i;
        x->next = top;
        top = x;
    }
    for (i = 0; i < n; i++) {
        struct node *x = top;
        top = x->next;
        free(x);
    }
    return 0;
}

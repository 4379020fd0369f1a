// symheap: unsafe lost at 18
// property: memtrack
// The popping loop ends one node too early.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *top = NULL;
    int built = 0;
    while (built < 10 && symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = top;
        top = n;
        built++;
    }
    while (built > 1) {
        struct node *n = top;
        top = top->next;
        free(n);
        built--;
    }
    return 0;
}

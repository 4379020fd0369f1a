// symheap: safe
// property: memtrack
// At most ten nodes are built; the popping loop counts down the number that was built.

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
    while (built > 0) {
        struct node *n = top;
        top = top->next;
        free(n);
        built--;
    }
    return 0;
}

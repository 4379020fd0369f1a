// symheap: safe
// The balance of pushes and pops is never negative, as pops are made only while it is positive.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *below;
};

int main(void)
{
    struct node *top = NULL, *n;
    int pushes = 0, pops = 0, step;
    for (step = 0; step < 1000 && symheap_nondet_int(); step++) {
        if (symheap_nondet_int() > 0) {
            n = malloc(sizeof *n);
            n->below = top;
            top = n;
            pushes++;
        } else if (pops < pushes) {
            n = top;
            top = n->below;
            free(n);
            pops++;
        }
    }
    while (top) {
        n = top->below;
        free(top);
        top = n;
    }
    return 0;
}

// symheap: safe
// property: memcleanup
// Two buffers change places in every round; both are freed at the end.

#include <stdlib.h>

extern int symheap_nondet_int(void);

int main(void)
{
    int *front = malloc(4 * sizeof *front);
    int *back = malloc(4 * sizeof *back);
    int i;
    for (i = 0; i < 4; i++) {
        front[i] = 0;
        back[i] = symheap_nondet_int();
    }
    while (symheap_nondet_int()) {
        int *spare = front;
        front[0] = back[3];
        front = back;
        back = spare;
    }
    free(front);
    if (back != front)
        free(back);
    return 0;
}

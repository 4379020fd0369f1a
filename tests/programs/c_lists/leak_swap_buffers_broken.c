// symheap: unsafe lost at 12
// property: memcleanup
// The exchange has no temporary variable, so one of the buffers is lost and the other is held twice.

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
        back = front;
        back = spare;
    }
    free(front);
    if (back != front)
        free(back);
    return 0;
}

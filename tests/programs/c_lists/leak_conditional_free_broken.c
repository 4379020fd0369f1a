// symheap: unsafe lost at 19
// property: memcleanup
// The flag that decides about the free is not the one that decided about the allocation.

#include <stdlib.h>

extern int symheap_nondet_int(void);

int main(void)
{
    int small[4] = {0, 0, 0, 0};
    int *buffer = small;
    int size = symheap_nondet_int();
    int on_heap = 0;
    int i;
    if (size > 4) {
        if (size > 256)
            size = 256;
        buffer = malloc((size_t)size * sizeof *buffer);
        on_heap = size > 5;
    }
    for (i = 0; i < size; i++)
        buffer[i] = i;
    if (on_heap)
        free(buffer);
    return 0;
}

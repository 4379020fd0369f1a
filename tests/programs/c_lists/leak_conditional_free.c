// symheap: safe
// property: memcleanup
// Whether a buffer was allocated is decided by one input, kept in a flag, and freed by the flag.

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
        on_heap = 1;
    }
    for (i = 0; i < size; i++)
        buffer[i] = i;
    if (on_heap)
        free(buffer);
    return 0;
}

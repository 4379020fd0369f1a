// symheap: safe, leak lost
// A pointer to a buffer is overwritten by the next buffer.

#include <stdlib.h>

extern int symheap_nondet_int(void);

int main(void)
{
    int *buffer = malloc(sizeof *buffer);
    int value;
    *buffer = 0;
    while (symheap_nondet_int()) {
        value = *buffer;
        buffer = malloc(sizeof *buffer);
        *buffer = value;
    }
    free(buffer);
    return 0;
}

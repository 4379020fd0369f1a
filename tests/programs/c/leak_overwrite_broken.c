// symheap: unsafe use-after-free at 15
// The old buffer is freed and then read to fill the new one.

#include <stdlib.h>

extern int symheap_nondet_int(void);

int main(void)
{
    int *buffer = malloc(sizeof *buffer);
    int value;
    *buffer = 0;
    while (symheap_nondet_int()) {
        free(buffer);
        value = *buffer;
        buffer = malloc(sizeof *buffer);
        *buffer = value;
    }
    free(buffer);
    return 0;
}

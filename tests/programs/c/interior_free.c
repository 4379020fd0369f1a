// symheap: safe
// A pointer moves through a buffer; the buffer is freed by its start.

#include <stdlib.h>

extern int symheap_nondet_int(void);

int main(void)
{
    char *buffer = malloc(8);
    char *at = buffer;
    for (int i = 0; i < 8; i++)
        *at++ = 0;
    at -= symheap_nondet_int() ? 8 : 4;
    at[0] = 1;
    free(buffer);
    return 0;
}

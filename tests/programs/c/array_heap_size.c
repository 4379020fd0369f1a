// symheap: safe
// An array on the heap whose size comes from outside.

#include <stdlib.h>

extern unsigned symheap_nondet_uint(void);

int main(void)
{
    unsigned count = symheap_nondet_uint();
    int *data;
    if (count == 0 || count > 1000)
        return 1;
    data = malloc(count * sizeof *data);
    for (unsigned i = 0; i < count; i++)
        data[i] = 0;
    free(data);
    return 0;
}

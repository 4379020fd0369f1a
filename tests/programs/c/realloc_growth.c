// symheap: safe
// A buffer grows by realloc when it is full.

#include <stdlib.h>

extern int symheap_nondet_int(void);

int main(void)
{
    int *data = malloc(2 * sizeof *data);
    int *first = data;
    data[0] = 1;
    data[1] = 2;
    if (symheap_nondet_int()) {
        data = realloc(data, 4 * sizeof *data);
        first = data;
        data[2] = 3;
        data[3] = 4;
    }
    *first = 0;
    free(data);
    return 0;
}

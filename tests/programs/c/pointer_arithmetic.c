// symheap: safe
// An array is walked by a pointer up to its end.

#include <stdlib.h>

extern int symheap_nondet_int(void);

int main(void)
{
    int *data = malloc(6 * sizeof *data);
    int *end = data + 6;
    int sum = 0;
    for (int *p = data; p != end; p++)
        *p = symheap_nondet_int();
    for (int *p = end; p > data;)
        sum += *--p;
    free(data);
    return sum;
}

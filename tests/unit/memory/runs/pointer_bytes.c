// status 42
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q;
    uintptr_t tagged;
    char *from = (char *)&p, *to = (char *)&q;
    *p = 40;
    for (unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    *q += 1;
    tagged = (uintptr_t)q | 1;
    *(int *)(tagged & ~(uintptr_t)1) += 1;
    int result = *p;
    free(q);
    return result;
}

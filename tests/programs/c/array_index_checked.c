// symheap: safe
// An index from outside is tested before it is used.

#include <stdlib.h>

extern int symheap_nondet_int(void);

static int limits[8] = {1, 2, 4, 8, 16, 32, 64, 128};

static int limit(int *table, int index)
{
    if (index < 0 || index >= 8)
        return -1;
    return table[index];
}

int main(void)
{
    int *table = malloc(sizeof limits);
    int result;
    for (int i = 0; i < 8; i++)
        table[i] = limits[i];
    result = limit(table, symheap_nondet_int());
    free(table);
    return result;
}

// symheap: safe, leak unreleased
// property: memtrack
// A static variable of a function caches one buffer, which is still reachable at the end.

#include <stdlib.h>

extern int symheap_nondet_int(void);

static int *scratch(int size)
{
    static int *cache;
    static int cached;
    if (cache && cached != size) {
        free(cache);
        cache = NULL;
    }
    if (!cache) {
        cache = malloc((size_t)size * sizeof *cache);
        cached = size;
    }
    return cache;
}

int main(void)
{
    while (symheap_nondet_int()) {
        int size = symheap_nondet_int();
        if (size < 1 || size > 64)
            size = 1;
        scratch(size)[size - 1] = size;
    }
    return 0;
}

// symheap: safe, leak lost
// A function returns early and forgets its buffer.

#include <stdlib.h>

extern int symheap_nondet_int(void);

static int *latest;

static int measure(int limit)
{
    int *buffer = malloc(4 * sizeof *buffer);
    int result;
    buffer[0] = limit;
    latest = NULL;
    if (limit < 0) {
        return -1;
    }
    result = buffer[0];
    free(buffer);
    return result;
}

int main(void)
{
    int result = measure(symheap_nondet_int());
    if (latest)
        result += *latest;
    return result;
}

// symheap: unsafe use-after-free at 30
// The buffer is freed before the early return, and read by the caller.

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
        latest = buffer;
        free(buffer);
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

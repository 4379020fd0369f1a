// symheap: safe
// property: memcleanup
// The usual ladder of labels frees what was allocated so far, in reverse order.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct device {
    int *registers;
    int *buffer;
};

static struct device *open_device(void)
{
    struct device *d = malloc(sizeof *d);
    if (!d)
        return NULL;
    d->registers = malloc(4 * sizeof(int));
    if (!d->registers)
        goto no_registers;
    d->registers[0] = symheap_nondet_int();
    if (d->registers[0] < 0)
        goto no_buffer;
    d->buffer = malloc(8 * sizeof(int));
    if (!d->buffer)
        goto no_buffer;
    d->buffer[7] = d->registers[0];
    return d;
no_buffer:
    free(d->registers);
no_registers:
    free(d);
    return NULL;
}

int main(void)
{
    struct device *d = open_device();
    if (!d)
        return 1;
    free(d->buffer);
    free(d->registers);
    free(d);
    return 0;
}

// symheap: safe
// A vector with a capacity is doubled when it is full.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct vector {
    int *data;
    unsigned count, capacity;
};

static void push(struct vector *v, int value)
{
    if (v->count == v->capacity) {
        v->capacity *= 2;
        v->data = realloc(v->data, v->capacity * sizeof *v->data);
    }
    v->data[v->count++] = value;
}

int main(void)
{
    struct vector v = {malloc(2 * sizeof(int)), 0, 2};
    for (int i = 0; i < 5; i++)
        push(&v, symheap_nondet_int());
    free(v.data);
    return 0;
}

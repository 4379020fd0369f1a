// symheap: safe
// A pool of slots: a slot in use holds a number where a free one holds its link.

#include <stdlib.h>

extern int symheap_nondet_int(void);

union slot {
    long number;
    union slot *next_free;
};

static union slot *pool;

static void put(union slot *s)
{
    s->next_free = pool;
    pool = s;
}

static union slot *get(void)
{
    union slot *s = pool;
    if (!s)
        return malloc(sizeof *s);
    pool = s->next_free;
    return s;
}

int main(void)
{
    while (symheap_nondet_int()) {
        union slot *a = get(), *b = get();
        a->number = symheap_nondet_int();
        b->number = symheap_nondet_int();
        put(a);
        put(b);
    }
    while (pool)
        free(get());
    return 0;
}

// symheap: unsafe double-free at 23
// The copy shares the object of the original.

#include <stdlib.h>
#include <string.h>

extern int symheap_nondet_int(void);

struct record {
    int id;
    int *score;
};

static struct record *clone(const struct record *from)
{
    struct record *to = malloc(sizeof *to);
    memcpy(to, from, sizeof *to);
    return to;
}

static void release(struct record *r)
{
    free(r->score);
    free(r);
}

int main(void)
{
    struct record *a = malloc(sizeof *a), *b;
    a->id = 1;
    a->score = malloc(sizeof *a->score);
    *a->score = symheap_nondet_int();
    b = clone(a);
    release(a);
    release(b);
    return 0;
}

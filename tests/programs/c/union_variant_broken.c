// symheap: unsafe invalid-dereference at 34
// The tag is not tested before the pointer is used.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct value {
    enum { NUMBER, BOX } tag;
    union {
        int number;
        int *box;
    } as;
};

static struct value make(int boxed, int number)
{
    struct value v;
    if (boxed) {
        v.tag = BOX;
        v.as.box = malloc(sizeof(int));
        *v.as.box = number;
    } else {
        v.tag = NUMBER;
        v.as.number = number;
    }
    return v;
}

static int get(struct value *v)
{
    if (v->tag == NUMBER && v->as.number >= 0)
        return v->as.number;
    return *v->as.box;
}

int main(void)
{
    struct value v = make(symheap_nondet_int(), symheap_nondet_int());
    int result = get(&v);
    if (v.tag == BOX)
        free(v.as.box);
    return result;
}

// symheap: safe
// A ring of nodes is used as a buffer: one pointer writes, one reads, none passes the other.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct slot {
    int data;
    struct slot *next;
};

static struct slot *ring(int count)
{
    struct slot *first = malloc(sizeof *first), *last = first;
    first->next = NULL;
    for (int i = 1; i < count; i++) {
        struct slot *s = malloc(sizeof *s);
        s->next = NULL;
        last->next = s;
        last = s;
    }
    last->next = first;
    return first;
}

int main(void)
{
    struct slot *in = ring(symheap_nondet_int());
    struct slot *out = in;
    int sum = 0;
    while (symheap_nondet_int()) {
        if (symheap_nondet_int()) {
            if (in->next != out) {
                in->data = symheap_nondet_int();
                in = in->next;
            }
        } else if (out != in) {
            sum += out->data;
            out = out->next;
        }
    }
    out = in->next;
    while (out != in) {
        struct slot *next = out->next;
        free(out);
        out = next;
    }
    free(in);
    return sum;
}

// symheap: safe
// A queue made of two stacks: one is turned over onto the other when that is empty.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *in, *out;

static void put(int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = in;
    in = n;
}

static int take(int *data)
{
    struct node *n;
    if (!out) {
        while (in) {
            n = in;
            in = n->next;
            n->next = out;
            out = n;
        }
    }
    if (!out)
        return 0;
    n = out;
    out = n->next;
    *data = n->data;
    free(n);
    return 1;
}

int main(void)
{
    int data = 0;
    while (symheap_nondet_int()) {
        if (symheap_nondet_int())
            put(symheap_nondet_int());
        else
            take(&data);
    }
    while (in || out)
        take(&data);
    return data;
}

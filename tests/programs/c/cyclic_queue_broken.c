// symheap: unsafe null-dereference at 28
// The queue is taken from when it is empty.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *put(struct node *last, int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    if (last) {
        n->next = last->next;
        last->next = n;
    } else {
        n->next = n;
    }
    return n;
}

static struct node *take(struct node *last)
{
    struct node *first = last->next;
    if (first == last) {
        free(first);
        return NULL;
    }
    last->next = first->next;
    free(first);
    return last;
}

int main(void)
{
    struct node *last = NULL;
    while (symheap_nondet_int()) {
        if (symheap_nondet_int())
            last = put(last, symheap_nondet_int());
        else
            last = take(last);
    }
    while (last)
        last = take(last);
    return 0;
}

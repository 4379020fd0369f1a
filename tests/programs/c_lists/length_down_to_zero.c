// symheap: safe
// The number in the head is the length; a walk counts it down to zero.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

struct head {
    unsigned long length;
    struct node *first;
};

static void insert(struct head *h)
{
    struct node *n = malloc(sizeof *n);
    n->next = h->first;
    h->length += 1;
    h->first = n;
}

int main(void)
{
    struct head *h = malloc(sizeof *h);
    struct node *p;
    unsigned long left;
    h->length = 0;
    h->first = NULL;
    while (symheap_nondet_int())
        insert(h);
    p = h->first;
    for (left = h->length; left != 0; left--)
        p = p->next;
    while (h->first) {
        p = h->first->next;
        free(h->first);
        h->first = p;
    }
    free(h);
    return 0;
}

// symheap: safe
// Two lists grow together, so one walk with one test is enough for both.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *push(struct node *list, int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = list;
    return n;
}

int main(void)
{
    struct node *a = NULL, *b = NULL, *p, *q;
    while (symheap_nondet_int()) {
        int data = symheap_nondet_int();
        a = push(a, data);
        b = push(b, data);
    }
    for (p = a, q = b; p; p = p->next, q = q->next)
        q->data = p->data;
    while (a) {
        p = a->next;
        q = b->next;
        free(a);
        free(b);
        a = p;
        b = q;
    }
    return 0;
}

// symheap: unsafe assertion at 34
// The two links of a new express node are exchanged.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *n1, *n2;
};

static struct node *make(struct node *n1, struct node *n2)
{
    struct node *n = malloc(sizeof *n);
    n->n1 = n1;
    n->n2 = n2;
    return n;
}

int main(void)
{
    struct node *list = NULL, *p, *q;
    while (symheap_nondet_int()) {
        struct node *top = list;
        while (symheap_nondet_int() > 0)
            list = make(list, NULL);
        list = make(top, list);
    }
    for (p = list; p; p = p->n2) {
        q = p->n1;
        while (q != p->n2 && q)
            q = q->n1;
        assert(q == p->n2);
    }
    while (list) {
        p = list->n1;
        free(list);
        list = p;
    }
    return 0;
}

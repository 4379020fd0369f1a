// symheap: safe
// A copy of a list has the same numbers at the same places.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int n;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *copy = NULL, **end = &copy, *p, *q;
    while (symheap_nondet_int()) {
        p = malloc(sizeof *p);
        p->n = symheap_nondet_int();
        p->next = list;
        list = p;
    }
    for (p = list; p; p = p->next) {
        q = malloc(sizeof *q);
        q->n = p->n;
        q->next = NULL;
        *end = q;
        end = &q->next;
    }
    while (list) {
        p = list->next;
        q = copy->next;
        assert(list->n == copy->n);
        free(list);
        free(copy);
        list = p;
        copy = q;
    }
    return 0;
}

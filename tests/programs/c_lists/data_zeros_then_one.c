// symheap: safe
// A list of zeros is ended by a one: the walk to the one needs no test for null.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int bit;
    struct node *next;
};

int main(void)
{
    struct node *list = malloc(sizeof *list), *p;
    list->bit = 1;
    list->next = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->bit = 0;
        n->next = list;
        list = n;
    }
    p = list;
    while (p->bit == 0)
        p = p->next;
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

// symheap: safe
// Two structs of equal size have different roles: one is a node of the list, one is what a node holds.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct value {
    long number;
    int *extra;
};

struct node {
    struct value *value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *n;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->value = malloc(sizeof *n->value);
        n->value->number = 1;
        n->value->extra = NULL;
        n->next = list;
        list = n;
    }
    for (n = list; n; n = n->next)
        n->value->number++;
    while (list) {
        n = list->next;
        free(list->value);
        free(list);
        list = n;
    }
    return 0;
}

// symheap: unsafe null-dereference at 26
// The search result is not tested.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    int value, seen = 0;
    while ((value = symheap_nondet_int()) != 0) {
        p = malloc(sizeof *p);
        p->value = value;
        p->next = list;
        list = p;
    }
    p = list;
    while (p && p->value != 0)
        p = p->next;
        seen = p->value + 1;
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return seen;
}

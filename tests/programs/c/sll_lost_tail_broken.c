// symheap: unsafe null-dereference at 20
// The first node is taken for granted.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
        list->next = NULL;
    free(list);
    return 0;
}

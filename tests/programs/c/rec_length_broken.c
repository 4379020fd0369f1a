// symheap: unsafe null-dereference at 14
// The recursion ends at the last node, and the empty list has none.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

static int length(const struct node *list)
{
    if (!list->next)
        return 1;
    return 1 + length(list->next);
}

int main(void)
{
    struct node *list = NULL;
    int count;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    count = length(list);
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return count;
}

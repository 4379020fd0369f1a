// symheap: safe
// The length of a list, by recursion.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

static int length(const struct node *list)
{
    if (!list)
        return 0;
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

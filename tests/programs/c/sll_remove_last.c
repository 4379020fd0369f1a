// symheap: safe
// The last node is cut off and freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *remove_last(struct node *list)
{
    struct node *n = list;
    if (!list)
        return NULL;
    if (!list->next) {
        free(list);
        return NULL;
    }
    while (n->next->next)
        n = n->next;
    free(n->next);
    n->next = NULL;
    return list;
}

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    while (list)
        list = remove_last(list);
    return 0;
}

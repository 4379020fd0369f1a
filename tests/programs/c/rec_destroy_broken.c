// symheap: unsafe use-after-free at 18
// The node is freed before the recursion reads its link.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void destroy(struct node *list)
{
    if (!list)
        return;
    free(list);
    destroy(list->next);
}

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    destroy(list);
    return 0;
}

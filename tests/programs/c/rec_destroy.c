// symheap: safe
// A list is freed by recursion, last node first.

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
    destroy(list->next);
    free(list);
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

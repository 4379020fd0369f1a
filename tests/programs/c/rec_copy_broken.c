// symheap: unsafe use-after-free at 28
// The copy shares the tail behind a node with data zero, which is then freed with both.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *copy(struct node *list)
{
    struct node *n;
    if (!list || !list->data)
        return list;
    n = malloc(sizeof *n);
    n->data = list->data;
    n->next = copy(list->next);
    return n;
}

static void destroy(struct node *list)
{
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
}

int main(void)
{
    struct node *list = NULL, *twin;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    twin = copy(list);
    destroy(twin);
    destroy(list);
    return 0;
}

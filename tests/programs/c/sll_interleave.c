// symheap: safe
// Nodes of a second list are put between those of a first.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    return list;
}

static void destroy(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *a = create(), *b = create();
    struct node *at = a;
    while (at && b) {
        struct node *n = b;
        b = b->next;
        n->next = at->next;
        at->next = n;
        at = n->next;
    }
    destroy(a);
    destroy(b);
    return 0;
}

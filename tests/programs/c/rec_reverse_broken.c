// symheap: unsafe null-dereference at 16
// The step before the last is taken for the last.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *reverse(struct node *list, struct node *done)
{
    struct node *rest;
    rest = list->next;
    list->next = done;
    return rest ? reverse(rest, list) : list;
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
    list = reverse(list, NULL);
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}

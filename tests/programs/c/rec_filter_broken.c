// symheap: unsafe use-after-free at 38
// The deleted node is returned instead of the rest.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *drop(struct node *list, int data)
{
    struct node *rest;
    if (!list)
        return NULL;
    rest = drop(list->next, data);
    if (list->data == data) {
        free(list);
        return list;
    }
    list->next = rest;
    return list;
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
    list = drop(list, 1);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

// symheap: safe
// A list is reversed by recursion with an accumulator.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *reverse(struct node *list, struct node *done)
{
    struct node *rest;
    if (!list)
        return done;
    rest = list->next;
    list->next = done;
    return reverse(rest, list);
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

// symheap: safe
// The first node of a list becomes its last.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *rotate(struct node *list)
{
    struct node *last, *second;
    if (!list || !list->next)
        return list;
    second = list->next;
    last = second;
    while (last->next)
        last = last->next;
    last->next = list;
    list->next = NULL;
    return second;
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
    while (symheap_nondet_int())
        list = rotate(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

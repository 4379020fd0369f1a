// symheap: safe
// A node is appended by recursion to the end of the list.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *append(struct node *list, struct node *n)
{
    if (!list)
        return n;
    list->next = append(list->next, n);
    return list;
}

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = NULL;
        list = append(list, n);
    }
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}

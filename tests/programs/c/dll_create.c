// symheap: safe
// A doubly linked list is built at the front.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next, *prev;
};

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->prev = NULL;
        n->next = list;
        if (list)
            list->prev = n;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

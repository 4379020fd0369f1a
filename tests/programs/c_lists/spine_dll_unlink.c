// symheap: safe
// A node is unlinked from a doubly linked list, wherever it is.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int key;
    struct node *prev, *next;
};

int main(void)
{
    struct node *list = NULL, *n;
    int key;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->key = symheap_nondet_int();
        n->prev = NULL;
        n->next = list;
        if (list)
            list->prev = n;
        list = n;
    }
    key = symheap_nondet_int();
    for (n = list; n && n->key != key; n = n->next)
        ;
    if (n) {
        if (n == list)
            list = n->next;
        if (n->prev)
            n->prev->next = n->next;
        if (n->next)
            n->next->prev = n->prev;
        free(n);
    }
    while (list) {
        n = list->next;
        free(list);
        list = n;
    }
    return 0;
}

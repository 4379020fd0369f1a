// symheap: safe
// Insertion keeps a list in ascending order.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    while (symheap_nondet_int()) {
        struct node **at = &list;
        struct node *n = malloc(sizeof *n);
        n->key = symheap_nondet_int();
        while (*at && (*at)->key < n->key)
            at = &(*at)->next;
        n->next = *at;
        *at = n;
    }
    for (p = list; p && p->next; p = p->next)
        assert(p->key <= p->next->key);
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

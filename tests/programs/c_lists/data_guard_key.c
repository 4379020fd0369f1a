// symheap: safe
// A last node with the largest key stops every search in a sorted list.

#include <limits.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

int main(void)
{
    struct node *guard = malloc(sizeof *guard), *list = guard, *p;
    guard->key = INT_MAX;
    guard->next = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n), **at = &list;
        n->key = symheap_nondet_int();
        while ((*at)->key < n->key)
            at = &(*at)->next;
        n->next = *at;
        *at = n;
    }
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

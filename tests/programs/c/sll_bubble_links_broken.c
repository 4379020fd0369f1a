// symheap: unsafe null-dereference at 18
// The second of two neighbours may be missing.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static int pass(struct node **link)
{
    int changed = 0;
    while (*link) {
        struct node *first = *link, *second = first->next;
        if (first->data > second->data) {
            first->next = second->next;
            second->next = first;
            *link = second;
            changed = 1;
        }
        link = &(*link)->next;
    }
    return changed;
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
    while (pass(&list)) {
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

// symheap: safe
// A doubly linked list is sorted by moving nodes towards the front.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next, *prev;
};

static struct node *sort(struct node *list)
{
    struct node *sorted = NULL;
    while (list) {
        struct node *n = list, *at = sorted, *before = NULL;
        list = list->next;
        while (at && at->data < n->data) {
            before = at;
            at = at->next;
        }
        n->prev = before;
        n->next = at;
        if (at)
            at->prev = n;
        if (before)
            before->next = n;
        else
            sorted = n;
    }
    return sorted;
}

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
    list = sort(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

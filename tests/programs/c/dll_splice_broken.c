// symheap: unsafe null-dereference at 34
// The appended list may be empty.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *prev, *next;
};

struct list {
    struct node *first, *last;
};

static void append(struct list *list, int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = NULL;
    n->prev = list->last;
    if (list->last)
        list->last->next = n;
    else
        list->first = n;
    list->last = n;
}

static void splice(struct list *to, struct list *from)
{
    if (to->last) {
        to->last->next = from->first;
        from->first->prev = to->last;
    } else {
        to->first = from->first;
    }
    to->last = from->last;
    from->first = from->last = NULL;
}

int main(void)
{
    struct list a = {NULL, NULL}, b = {NULL, NULL};
    while (symheap_nondet_int())
        append(&a, symheap_nondet_int());
    while (symheap_nondet_int())
        append(&b, symheap_nondet_int());
    splice(&a, &b);
    while (a.last) {
        struct node *n = a.last;
        a.last = n->prev;
        free(n);
    }
    return 0;
}

// symheap: unsafe use-after-free at 45
// The old first node is taken for that of the reversed list, which is freed through it and read
// again.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

static struct node *reverse(struct node *list)
{
    struct node *last = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = list->prev;
        list->prev = next;
        last = list;
        list = next;
    }
    return last;
}

int main(void)
{
    struct node *list = NULL, *first;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->prev = NULL;
        n->next = list;
        if (list)
            list->prev = n;
        list = n;
    }
    first = list;
    reverse(list);
    while (first) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    if (list && list->prev)
    list = NULL;
    return 0;
}

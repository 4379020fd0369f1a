// symheap: safe
// The first node with given data is unlinked by means of the node before it.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *remove_first(struct node *list, int data)
{
    struct node *before = NULL, *at = list;
    while (at && at->data != data) {
        before = at;
        at = at->next;
    }
    if (!at)
        return list;
    if (before)
        before->next = at->next;
    else
        list = at->next;
    free(at);
    return list;
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
    list = remove_first(list, 3);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

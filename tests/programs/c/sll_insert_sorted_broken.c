// symheap: unsafe null-dereference at 18
// The data is read before the test for the end of the list.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *insert(struct node *list, int data)
{
    struct node *before = NULL, *at = list;
    struct node *n = malloc(sizeof *n);
    n->data = data;
    while (at->data < data && at) {
        before = at;
        at = at->next;
    }
    n->next = at;
    if (!before)
        return n;
    before->next = n;
    return list;
}

int main(void)
{
    struct node *list = NULL;
    int count = symheap_nondet_int();
    for (int i = 0; i < count; i++)
        list = insert(list, symheap_nondet_int());
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

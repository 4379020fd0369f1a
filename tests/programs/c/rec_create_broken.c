// symheap: unsafe invalid-dereference at 29
// The recursion ends in a node whose link nobody set.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *create(int count)
{
    struct node *n;
    if (count <= 0)
        return NULL;
    n = malloc(sizeof *n);
    n->data = count;
    if (count > 1)
    n->next = create(count - 1);
    return n;
}

int main(void)
{
    struct node *list = create(symheap_nondet_int());
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

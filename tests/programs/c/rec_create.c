// symheap: safe
// A list is built by recursion.

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

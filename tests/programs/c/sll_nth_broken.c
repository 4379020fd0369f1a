// symheap: unsafe null-dereference at 16
// The index is trusted.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *nth(struct node *list, int index)
{
    while (index > 0) {
        list = list->next;
        index--;
    }
    return list;
}

int main(void)
{
    struct node *list = NULL, *n;
    int sum = 0;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    n = nth(list, symheap_nondet_int());
    if (n)
        sum += n->data;
    while (list) {
        n = list->next;
        free(list);
        list = n;
    }
    return sum;
}

// symheap: safe
// Recursive insertion into a sorted list.

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *insert(struct node *list, int data)
{
    if (!list || list->data >= data) {
        struct node *n = malloc(sizeof *n);
        n->data = data;
        n->next = list;
        return n;
    }
    list->next = insert(list->next, data);
    return list;
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        list = insert(list, __VERIFIER_nondet_int());
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

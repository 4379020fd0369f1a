// symheap: unsafe use-after-free at 34
// The node is freed by the one who had it appended.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *append(struct node *list, struct node *n)
{
    if (!list)
        return n;
    list->next = append(list->next, n);
    return list;
}

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = NULL;
        list = append(list, n);
        if (n->data == 9)
        free(n);
    }
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}

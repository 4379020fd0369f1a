// symheap: unsafe use-after-free at 15
// The node is freed after it was moved: a copy was meant.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void insert(struct node **sorted, struct node *n)
{
    while (*sorted && (*sorted)->data < n->data)
        sorted = &(*sorted)->next;
    n->next = *sorted;
    *sorted = n;
}

static struct node *sort(struct node *list)
{
    struct node *sorted = NULL;
    while (list) {
        struct node *n = list;
        list = list->next;
        insert(&sorted, n);
        free(n);
    }
    return sorted;
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
    list = sort(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

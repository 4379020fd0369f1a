// symheap: safe
// Every node knows the link that points to it, which makes removal blind.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
    struct node **link;
};

static struct node *list;

static void add(void)
{
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->link = &list;
    if (list)
        list->link = &n->next;
    list = n;
}

static void drop(struct node *n)
{
    *n->link = n->next;
    if (n->next)
        n->next->link = n->link;
    free(n);
}

int main(void)
{
    while (symheap_nondet_int())
        add();
    if (list && list->next)
        drop(list->next);
    while (list)
        drop(list);
    return 0;
}

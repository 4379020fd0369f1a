// symheap: unsafe use-after-free at 27
// The link of the next node is not updated.

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

// symheap: safe
// One list is put into another behind its first node.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    return list;
}

static void splice(struct node *at, struct node **other)
{
    struct node *last = *other;
    if (!last)
        return;
    while (last->next)
        last = last->next;
    last->next = at->next;
    at->next = *other;
    *other = NULL;
}

static void destroy(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = create(), *other = create();
    if (list)
        splice(list, &other);
    destroy(list);
    destroy(other);
    return 0;
}

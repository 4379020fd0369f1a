// symheap: unsafe invalid-dereference at 30
// The copy is not terminated: its last link is whatever malloc left there.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *copy(const struct node *from)
{
    struct node *list = NULL;
    struct node **end = &list;
    for (; from; from = from->next) {
        struct node *n = malloc(sizeof *n);
        n->data = from->data;
        *end = n;
        end = &n->next;
    }
    return list;
}

static void destroy(struct node *list)
{
    while (list) {
        struct node *dead = list;
        list = dead->next;
        free(dead);
    }
}

int main(void)
{
    struct node *list = NULL, *twin;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    twin = copy(list);
    destroy(list);
    destroy(twin);
    return 0;
}

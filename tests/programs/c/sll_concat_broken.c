// symheap: unsafe double-free at 44
// The first node of the second list is freed on its own, and then with the list.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static struct node *create(void)
{
    struct node *list = NULL;
    do {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->data = symheap_nondet_int();
        list = n;
    } while (symheap_nondet_int());
    return list;
}

static struct node *concat(struct node *a, struct node *b)
{
    struct node *last = a;
    while (last->next)
        last = last->next;
    last->next = b;
    return a;
}

int main(void)
{
    struct node *a = create();
    struct node *b = create();
    a = concat(a, b);
    while (a) {
        struct node *next = a->next;
        free(a);
        a = next;
    }
    free(b);
    return 0;
}

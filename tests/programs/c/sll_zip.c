// symheap: safe
// Two lists are walked side by side, as far as the shorter goes.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *create(int count)
{
    struct node *list = NULL;
    for (int i = 0; i < count; i++) {
        struct node *n = malloc(sizeof *n);
        n->data = i;
        n->next = list;
        list = n;
    }
    return list;
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
    struct node *a = create(symheap_nondet_int());
    struct node *b = create(symheap_nondet_int());
    struct node *x = a, *y = b;
    while (x && y) {
        x->data += y->data;
        x = x->next;
        y = y->next;
    }
    destroy(a);
    destroy(b);
    return 0;
}

// symheap: safe
// One of two functions is chosen by a table of operations.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

struct operations {
    struct node *(*add)(struct node *, int);
    void (*clear)(struct node *);
};

static struct node *push(struct node *list, int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = list;
    return n;
}

static void clear(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static const struct operations operations = {push, clear};

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int())
        list = operations.add(list, symheap_nondet_int());
    operations.clear(list);
    return 0;
}

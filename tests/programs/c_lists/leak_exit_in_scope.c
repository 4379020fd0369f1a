// symheap: safe, leak unreleased
// property: memtrack
// The program exits from a function while main still has the list in a variable.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void give_up(void)
{
    exit(1);
}

static void drop(struct node **list)
{
    struct node *n = *list;
    if (n->data == 0) {
        give_up();
    }
    *list = n->next;
    free(n);
}

int main(void)
{
    struct node *list = NULL;
    int i;
    for (i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    while (list)
        drop(&list);
    return 0;
}

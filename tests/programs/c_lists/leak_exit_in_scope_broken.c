// symheap: unsafe lost at 36
// property: memtrack
// The function takes the first node off main's list and then exits from a helper that does not know of it.

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
        *list = n->next;
        n = NULL;
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

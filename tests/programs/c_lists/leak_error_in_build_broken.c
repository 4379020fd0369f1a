// symheap: unsafe lost at 28
// property: memcleanup
// When an input is refused, only the newest node is freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void release(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static struct node *build(void)
{
    struct node *list = NULL;
    int data;
    while ((data = symheap_nondet_int()) != 0) {
        struct node *n = malloc(sizeof *n);
        n->data = data;
        n->next = list;
        list = n;
        if (data < 0) {
            free(list);
            return NULL;
        }
    }
    return list;
}

int main(void)
{
    struct node *list = build();
    if (!list)
        return 1;
    release(list);
    return 0;
}

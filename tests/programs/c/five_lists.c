// symheap: safe
// Five lists live at the same time.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
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
    struct node *a = create();
    struct node *b = create();
    struct node *c = create();
    struct node *d = create();
    struct node *e = create();
    destroy(e);
    destroy(d);
    destroy(c);
    destroy(b);
    destroy(a);
    return 0;
}

// symheap: unsafe use-after-free at 28
// One list gets two names and another none.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *create(int data)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = data;
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
    struct node *a = create(1), *b = create(2), *c = create(3);
    while (symheap_nondet_int()) {
        struct node *first = a;
        a = b;
        b = c;
        c = b;
        destroy(first);
    }
    destroy(a);
    destroy(b);
    destroy(c);
    return 0;
}

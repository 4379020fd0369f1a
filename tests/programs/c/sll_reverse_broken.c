// symheap: unsafe use-after-free at 28
// The old first node is taken for the list that was reversed, and freed as well.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *reverse(struct node *list)
{
    struct node *done = NULL;
    while (list) {
        struct node *rest = list->next;
        list->next = done;
        done = list;
        list = rest;
    }
    return done;
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
    struct node *list = NULL, *backwards;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    backwards = reverse(list);
    destroy(backwards);
    destroy(list);
    return 0;
}

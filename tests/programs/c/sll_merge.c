// symheap: safe
// Two sorted lists are merged into one.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *create(void)
{
    struct node *list = NULL;
    int data = 1000;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        data -= symheap_nondet_int() & 7;
        n->data = data;
        n->next = list;
        list = n;
    }
    return list;
}

static struct node *merge(struct node *a, struct node *b)
{
    struct node *result = NULL, **end = &result;
    while (a && b) {
        if (a->data <= b->data) {
            *end = a;
            a = a->next;
        } else {
            *end = b;
            b = b->next;
        }
        end = &(*end)->next;
    }
    *end = a ? a : b;
    return result;
}

int main(void)
{
    struct node *a = create();
    struct node *b = create();
    struct node *merged = merge(a, b);
    while (merged) {
        struct node *next = merged->next;
        free(merged);
        merged = next;
    }
    return 0;
}

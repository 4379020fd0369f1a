// symheap: unsafe null-dereference at 38
// The copy has one node more than the original.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *copy(struct node *list)
{
    struct node *result = NULL;
    result = malloc(sizeof *result);
    result->next = NULL;
    for (; list; list = list->next) {
        struct node *n = malloc(sizeof *n);
        n->next = result;
        result = n;
    }
    return result;
}

int main(void)
{
    struct node *list = NULL, *other, *n;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    other = copy(list);
    while (other) {
        n = other->next;
        free(other);
        other = n;
        n = list->next;
        free(list);
        list = n;
    }
    return 0;
}

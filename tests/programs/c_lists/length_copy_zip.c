// symheap: safe
// A copy is as long as its original; both are freed by one loop over the copy.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *copy(struct node *list)
{
    struct node *result = NULL;
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

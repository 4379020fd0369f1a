// symheap: safe
// All nodes hold the same input, and the walk finds no other value.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    int wanted = symheap_nondet_int();
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = wanted;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        assert(list->value == wanted);
        free(list);
        list = next;
    }
    return 0;
}

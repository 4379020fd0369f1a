// symheap: unsafe assertion at 26
// The input is read again for every node.

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
        n->value = symheap_nondet_int();
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

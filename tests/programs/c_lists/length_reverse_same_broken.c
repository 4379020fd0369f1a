// symheap: unsafe null-dereference at 31
// The reversal loses the last node.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *done = NULL, *n;
    int i, count = symheap_nondet_int();
    for (i = 0; i < count; i++) {
        n = malloc(sizeof *n);
        n->data = i;
        n->next = list;
        list = n;
    }
    while (list && list->next) {
        n = list->next;
        list->next = done;
        done = list;
        list = n;
    }
    for (i = 0; i < count; i++) {
        n = done;
        done = n->next;
        free(n);
    }
    return 0;
}

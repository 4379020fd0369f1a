// symheap: unsafe double-free at 27
// The object of the last node is freed twice.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int *data;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = malloc(sizeof(int));
        *n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        if (!next)
        free(list->data);
        free(list->data);
        free(list);
        list = next;
    }
    return 0;
}

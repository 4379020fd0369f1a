// symheap: safe
// Nodes of a list hold a number or an object of their own, told apart by a tag.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int is_object;
    union {
        long number;
        int *object;
    } u;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (symheap_nondet_int()) {
            n->is_object = 1;
            n->u.object = malloc(sizeof(int));
        } else {
            n->is_object = 0;
            n->u.number = symheap_nondet_int();
        }
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        if (list->is_object)
            free(list->u.object);
        free(list);
        list = next;
    }
    return 0;
}

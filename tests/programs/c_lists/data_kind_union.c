// symheap: safe
// A tag decides whether a node holds a number or a pointer.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int is_pointer;
    union {
        long number;
        int *pointer;
    } u;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    long sum = 0;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->is_pointer = symheap_nondet_int() > 0;
        if (n->is_pointer) {
            n->u.pointer = malloc(sizeof(int));
            *n->u.pointer = 5;
        } else {
            n->u.number = 123456789;
        }
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        if (list->is_pointer) {
            sum += *list->u.pointer;
            free(list->u.pointer);
        }
        free(list);
        list = next;
    }
    return sum > 9;
}

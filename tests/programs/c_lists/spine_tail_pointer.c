// symheap: safe
// A list with a pointer to its last node; the pointer is moved before that node is freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *list = malloc(sizeof *list), *last = list, *n;
    list->data = 0;
    list->next = NULL;
    while (symheap_nondet_int()) {
        if (symheap_nondet_int() > 0) {
            n = malloc(sizeof *n);
            n->data = 1;
            n->next = NULL;
            last->next = n;
            last = n;
        } else if (list->next) {
            n = list;
            while (n->next->next)
                n = n->next;
            free(n->next);
            n->next = NULL;
            last = n;
        }
    }
    while (list) {
        n = list->next;
        free(list);
        list = n;
    }
    return 0;
}

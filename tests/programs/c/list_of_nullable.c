// symheap: safe
// A node has an object or null.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int *data;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    int sum = 0;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = NULL;
        if (symheap_nondet_int()) {
            n->data = malloc(sizeof(int));
            *n->data = symheap_nondet_int();
        }
        n->next = list;
        list = n;
    }
    for (struct node *n = list; n; n = n->next)
        if (n->data)
            sum += *n->data;
    while (list) {
        struct node *next = list->next;
        free(list->data);
        free(list);
        list = next;
    }
    return sum;
}

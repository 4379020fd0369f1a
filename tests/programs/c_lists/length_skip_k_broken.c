// symheap: unsafe null-dereference at 26
// Only two nodes are sure to exist.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    int i, n = symheap_nondet_int();
    if (n < 2)
        return 0;
    for (i = 0; i < n; i++) {
        p = malloc(sizeof *p);
        p->data = i;
        p->next = list;
        list = p;
    }
    p = list->next->next;
    i = p->data;
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return i == 0;
}

// symheap: unsafe invalid-free at 28
// The size is that of the pointer.

#include <stdlib.h>
#include <string.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    void *extra;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        memset(n, 0, sizeof n);
        if (symheap_nondet_int())
            n->extra = malloc(16);
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        free(list->extra);
        free(list);
        list = next;
    }
    return 0;
}

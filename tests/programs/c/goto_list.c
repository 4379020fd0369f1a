// symheap: safe
// A list is built node by node; on an error everything is freed at one label.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int *data;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *n = NULL;
    int status = 0;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        if (symheap_nondet_int()) {
            free(n);
            status = 1;
            goto out;
        }
        n->data = malloc(sizeof(int));
        *n->data = 0;
        n->next = list;
        list = n;
    }
out:
    while (list) {
        n = list->next;
        free(list->data);
        free(list);
        list = n;
    }
    return status;
}

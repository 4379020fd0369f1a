// symheap: unsafe use-after-free at 16
// A node that was dealt out is freed at once as well.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void destroy(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = NULL, *even = NULL, *odd = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        list = n->next;
        if (n->data % 2 == 0) {
            n->next = even;
            even = n;
        } else {
            n->next = odd;
            odd = n;
        }
        if (n->data < 0)
        free(n);
    }
    destroy(even);
    destroy(odd);
    return 0;
}

// symheap: unsafe null-dereference at 19
// The last node has no right neighbour.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void sort(struct node *list)
{
    int changed = 1;
    while (changed) {
        changed = 0;
        for (struct node *n = list; n; n = n->next) {
            if (n->data > n->next->data) {
                int data = n->data;
                n->data = n->next->data;
                n->next->data = data;
                changed = 1;
            }
        }
    }
}

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    sort(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

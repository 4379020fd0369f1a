// symheap: unsafe use-after-free at 15
// Data is compared with that of the node that was just freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void dedupe(struct node *n)
{
    while (n && n->next) {
        struct node *after = n->next;
        if (after->data == n->data) {
            n->next = after->next;
            free(after);
            n = after;
        } else {
            n = after;
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
    dedupe(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

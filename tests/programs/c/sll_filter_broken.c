// symheap: unsafe use-after-free at 19
// The link is read from the node that was just freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void drop_negative(struct node **link)
{
    while (*link) {
        struct node *n = *link;
        if (n->data < 0) {
            free(n);
            *link = n->next;
        } else {
            link = &n->next;
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
    drop_negative(&list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

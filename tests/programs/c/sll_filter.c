// symheap: safe
// Nodes with negative data are unlinked and freed, through a pointer to the link.

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
            *link = n->next;
            free(n);
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

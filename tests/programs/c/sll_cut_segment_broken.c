// symheap: unsafe use-after-free at 35
// The gap is not closed: the list still leads into what was freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *from, *to, *n;
    do {
        n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    } while (symheap_nondet_int());
    from = list;
    while (from->next && symheap_nondet_int())
        from = from->next;
    to = from->next;
    while (to && symheap_nondet_int())
        to = to->next;
    n = from->next;
    while (n != to) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    while (list) {
        n = list->next;
        free(list);
        list = n;
    }
    return 0;
}

// symheap: safe
// At most one node is current; it is unset before another becomes current.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int id;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *current = NULL, *n;
    while (symheap_nondet_int()) {
        if (symheap_nondet_int() > 0 || !list) {
            n = malloc(sizeof *n);
            n->id = symheap_nondet_int();
            n->next = list;
            list = n;
            current = n;
        } else {
            n = list;
            list = n->next;
            if (current == n)
                current = NULL;
            free(n);
        }
        if (current)
            current->id = 0;
    }
    while (list) {
        n = list->next;
        free(list);
        list = n;
    }
    return 0;
}

// symheap: unsafe null-dereference at 39
// The count does not go down when the first node is removed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, **at, *n;
    int count = 0, key;
    while (count < 500 && symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->key = symheap_nondet_int();
        n->next = list;
        list = n;
        count++;
    }
    key = symheap_nondet_int();
    at = &list;
    while (*at) {
        n = *at;
        if (n->key == key) {
            *at = n->next;
            free(n);
            if (at != &list)
            count--;
        } else {
            at = &n->next;
        }
    }
    for (; count; count--) {
        n = list;
        list = n->next;
        free(n);
    }
    return 0;
}

// symheap: safe
// Red nodes own a partner and blue ones do not; the colour decides whether it is read.

#include <stdlib.h>

extern int symheap_nondet_int(void);

enum colour { RED, GREEN, BLUE };

struct node {
    enum colour colour;
    int *partner;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (symheap_nondet_int() > 0) {
            n->colour = RED;
            n->partner = malloc(sizeof(int));
            *n->partner = 1;
        } else {
            n->colour = symheap_nondet_int() ? GREEN : BLUE;
            n->partner = NULL;
        }
        n->next = list;
        list = n;
    }
    for (p = list; p; p = p->next) {
        if (p->colour == RED)
            *p->partner = 2;
    }
    while (list) {
        p = list->next;
        if (list->colour == RED)
            free(list->partner);
        free(list);
        list = p;
    }
    return 0;
}

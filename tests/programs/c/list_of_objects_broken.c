// symheap: unsafe double-free at 36
// Two nodes get the same object.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct point {
    int x, y;
};

struct node {
    struct point *point;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->point = malloc(sizeof(struct point));
        n->point->x = symheap_nondet_int();
        n->point->y = 0;
        n->next = list;
        if (list && symheap_nondet_int()) {
        free(n->point);
        n->point = list->point;
        }
        list = n;
    }
    for (struct node *n = list; n; n = n->next)
        n->point->y++;
    while (list) {
        struct node *next = list->next;
        free(list->point);
        free(list);
        list = next;
    }
    return 0;
}

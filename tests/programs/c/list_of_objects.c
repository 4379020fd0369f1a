// symheap: safe
// Every node owns an object of its own, which is freed with it.

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
        list = n;
    }
    for (struct node *n = list; n; n = n->next)
        if (!n->point->x)
            n->point->y++;
    while (list) {
        struct node *next = list->next;
        free(list->point);
        free(list);
        list = next;
    }
    return 0;
}

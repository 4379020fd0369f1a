// symheap: unsafe assertion at 37
// After a removal the node behind the removed one is not looked at.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, **at, *p;
    while (symheap_nondet_int()) {
        p = malloc(sizeof *p);
        p->value = symheap_nondet_int();
        p->next = list;
        list = p;
    }
    at = &list;
    while (*at) {
        p = *at;
        if (p->value < 0) {
            *at = p->next;
            free(p);
            if (*at)
                at = &(*at)->next;
        } else {
            at = &p->next;
        }
    }
    while (list) {
        p = list->next;
        assert(list->value >= 0);
        free(list);
        list = p;
    }
    return 0;
}

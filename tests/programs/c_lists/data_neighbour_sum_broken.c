// symheap: unsafe assertion at 25
// The field is taken from the node behind without the increment where that is five.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    unsigned size;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    while (symheap_nondet_int()) {
        p = malloc(sizeof *p);
        p->size = list ? list->size + (list->size != 5) : 1;
        p->next = list;
        list = p;
    }
    while (list) {
        p = list->next;
        assert(!p || list->size == p->size + 1);
        assert(p || list->size == 1);
        free(list);
        list = p;
    }
    return 0;
}

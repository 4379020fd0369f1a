// symheap: safe
// Every node holds the length of the list behind it plus one.

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
        p->size = list ? list->size + 1 : 1;
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

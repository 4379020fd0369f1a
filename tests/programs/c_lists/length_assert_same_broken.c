// symheap: unsafe assertion at 25
// The walk starts behind the first node.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    unsigned pushed = 0, walked = 0;
    while (symheap_nondet_int()) {
        p = malloc(sizeof *p);
        p->next = list;
        list = p;
        pushed++;
    }
    for (p = list ? list->next : NULL; p; p = p->next)
        walked++;
    assert(walked == pushed);
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

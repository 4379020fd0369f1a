// symheap: safe
// Two counters, one of pushes and one of a walk, agree.

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
    for (p = list; p; p = p->next)
        walked++;
    assert(walked == pushed);
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

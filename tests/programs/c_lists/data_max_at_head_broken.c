// symheap: unsafe assertion at 28
// Every number that differs from the head is pushed.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int n;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    int rounds;
    for (rounds = 0; rounds < 50; rounds++) {
        int n = symheap_nondet_int();
        if (!list || n != list->n) {
            p = malloc(sizeof *p);
            p->n = n;
            p->next = list;
            list = p;
        }
    }
    for (p = list; p; p = p->next)
        assert(p->n <= list->n);
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

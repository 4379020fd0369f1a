// symheap: safe, leak lost
// The list is cut behind its first node; what was there is lost, which is no error of memory.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    if (list)
        list->next = NULL;
    free(list);
    return 0;
}

// symheap: safe
// Each node says whether it is one of the first four: the bound of the counter must not creep on with every round.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
    int early;
};

int main(void)
{
    int count = symheap_nondet_int();
    struct node *list = NULL;
    for (int i = 0; i < count; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = list;
        fresh->early = i <= 3;
        list = fresh;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

// symheap: unsafe assertion at 30
// The bounds are not set by the first number.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *n;
    int least = 0, largest = 0;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->value = symheap_nondet_int();
        if (!list || n->value < least)
            least = n->value;
        if (list && n->value > largest)
            largest = n->value;
        n->next = list;
        list = n;
    }
    while (list) {
        n = list->next;
        assert(least <= list->value && list->value <= largest);
        free(list);
        list = n;
    }
    return 0;
}

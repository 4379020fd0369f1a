// symheap: unsafe lost at 23
// property: memcleanup
// The payload is freed only where the number is larger than one.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct item {
    int number;
    int *payload;
    struct item *next;
};

int main(void)
{
    struct item *items = NULL;
    while (symheap_nondet_int()) {
        struct item *n = malloc(sizeof *n);
        n->number = symheap_nondet_int();
        n->payload = NULL;
        if (n->number & 1) {
            n->payload = malloc(sizeof(int));
            *n->payload = n->number;
        }
        n->next = items;
        items = n;
    }
    while (items) {
        struct item *next = items->next;
        if ((items->number & 1) && items->number > 1)
            free(items->payload);
        free(items);
        items = next;
    }
    return 0;
}

/* unsafe: use-after-free at line 19.  The last item is released, and the one before it still leads there. */
#include <stdlib.h>
int nondet(void);

struct item { int key; struct item *next; };

int main(void) {
    struct item *list = malloc(sizeof *list), *at;
    list->next = 0;
    while (nondet()) {
        struct item *item = malloc(sizeof *item);
        item->next = list;
        list = item;
    }
    for (at = list; at->next; at = at->next)
        ;
    if (at != list)
        free(at);
    for (at = list; at->next; at = at->next)
        at->key = 0;
    return 0;
}

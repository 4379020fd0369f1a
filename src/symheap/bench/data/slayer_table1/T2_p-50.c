/* unsafe: null-dereference at line 17.  A search that gives null when it does not find, and does not in an empty list. */
#include <stdlib.h>
int nondet(void);

struct item { int key; struct item *next; };

int main(void) {
    struct item *list = 0, *found;
    while (nondet()) {
        struct item *item = malloc(sizeof *item);
        item->key = nondet();
        item->next = list;
        list = item;
    }
    for (found = list; found && found->key != 5; found = found->next)
        ;
    return found->key;
}

// symheap: unsafe use-after-free at 36
// The object is freed, but stays linked.

#include <stdlib.h>
#include "list.h"

extern int symheap_nondet_int(void);

struct item {
    struct list_head link;
    int value;
};

static void keep_positive(struct list_head *items)
{
    struct list_head *at, *after;
    list_for_each_safe(at, after, items) {
        struct item *i = list_entry(at, struct item, link);
        if (i->value <= 0) {
            free(i);
        }
    }
}

int main(void)
{
    LIST_HEAD(items);
    while (symheap_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->value = symheap_nondet_int();
        list_add(&i->link, &items);
    }
    keep_positive(&items);
    while (!list_empty(&items)) {
        struct item *i = list_first_entry(&items, struct item, link);
        items.next = i->link.next;
        free(i);
    }
    return 0;
}

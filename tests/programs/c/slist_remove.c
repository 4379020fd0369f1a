// symheap: safe
// A singly linked list of sys/queue.h.

#include <stdlib.h>
#include <sys/queue.h>

extern int symheap_nondet_int(void);

struct element {
    int value;
    SLIST_ENTRY(element) next;
};

SLIST_HEAD(elements, element);

int main(void)
{
    struct elements head = SLIST_HEAD_INITIALIZER(head);
    struct element *e;
    int sum = 0;
    while (symheap_nondet_int()) {
        e = malloc(sizeof *e);
        e->value = symheap_nondet_int();
        SLIST_INSERT_HEAD(&head, e, next);
    }
    SLIST_FOREACH(e, &head, next)
        sum += e->value;
    while (!SLIST_EMPTY(&head)) {
        e = SLIST_FIRST(&head);
        SLIST_REMOVE_HEAD(&head, next);
        free(e);
    }
    return sum;
}

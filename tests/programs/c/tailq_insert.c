// symheap: safe
// A tail queue of sys/queue.h.

#include <stdlib.h>
#include <sys/queue.h>

extern int symheap_nondet_int(void);

struct element {
    int value;
    TAILQ_ENTRY(element) entries;
};

TAILQ_HEAD(elements, element);

int main(void)
{
    struct elements head;
    struct element *e;
    TAILQ_INIT(&head);
    while (symheap_nondet_int()) {
        e = malloc(sizeof *e);
        e->value = symheap_nondet_int();
        TAILQ_INSERT_TAIL(&head, e, entries);
    }
    while (!TAILQ_EMPTY(&head)) {
        e = TAILQ_FIRST(&head);
        TAILQ_REMOVE(&head, e, entries);
        free(e);
    }
    return 0;
}

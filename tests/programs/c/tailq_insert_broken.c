// symheap: unsafe use-after-free at 26
// The walk reads the link of an element that was freed.

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
    TAILQ_FOREACH(e, &head, entries)
        free(e);
    return 0;
}

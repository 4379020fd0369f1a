// symheap: unsafe use-after-free at 29
// The elements of the second are freed once as its own and once as part of the first.

#include <stdlib.h>
#include <sys/queue.h>

extern int symheap_nondet_int(void);

struct element {
    int value;
    STAILQ_ENTRY(element) next;
};

STAILQ_HEAD(elements, element);

static void fill(struct elements *head)
{
    STAILQ_INIT(head);
    while (symheap_nondet_int()) {
        struct element *e = malloc(sizeof *e);
        e->value = symheap_nondet_int();
        STAILQ_INSERT_TAIL(head, e, next);
    }
}

static void drain(struct element *e)
{
    while (e) {
        struct element *next = STAILQ_NEXT(e, next);
        free(e);
        e = next;
    }
}

int main(void)
{
    struct elements a, b;
    struct element *first;
    fill(&a);
    fill(&b);
    first = STAILQ_FIRST(&b);
    STAILQ_CONCAT(&a, &b);
    drain(STAILQ_FIRST(&a));
    drain(first);
    return first != NULL;
}

// symheap: safe
// rounds: 1
// A doubly linked list is walked to its end and back.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct stop {
    struct stop *next;
    struct stop *prev;
    int waiting;
};

int main(void)
{
    struct stop *first = malloc(sizeof *first);
    first->next = first->prev = NULL;
    first->waiting = 0;
    while (symheap_nondet_int()) {
        struct stop *s = malloc(sizeof *s);
        s->waiting = symheap_nondet_int();
        s->prev = NULL;
        s->next = first;
        first->prev = s;
        first = s;
    }
    struct stop *at = first;
    while (at->next)
        at = at->next;
    while (at->prev) {
        at = at->prev;
        free(at->next);
    }
    free(at);
    return 0;
}

// symheap: unsafe use-after-free at 28
// Closed nodes are used as well, unless they are the last.

#include <stdlib.h>

extern int symheap_nondet_int(void);

enum state { OPEN, CLOSED };

struct conn {
    enum state state;
    int *buffer;
    struct conn *next;
};

int main(void)
{
    struct conn *list = NULL, *c;
    while (symheap_nondet_int()) {
        c = malloc(sizeof *c);
        c->state = OPEN;
        c->buffer = malloc(sizeof(int));
        *c->buffer = 0;
        c->next = list;
        list = c;
        for (c = list; c; c = c->next) {
            if (c->state == OPEN || c->next)
                *c->buffer = 1;
            if (c->state == OPEN && symheap_nondet_int() > 0) {
                free(c->buffer);
                c->state = CLOSED;
            }
        }
    }
    while (list) {
        c = list->next;
        if (list->state == OPEN)
            free(list->buffer);
        free(list);
        list = c;
    }
    return 0;
}

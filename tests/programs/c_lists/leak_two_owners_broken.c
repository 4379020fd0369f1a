// symheap: unsafe lost at 27
// property: memcleanup
// A node that is moved to the second list cuts off what was there.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int ready;
    struct node *next;
};

static void release(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *waiting = NULL, *done = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->ready = symheap_nondet_int() > 0;
        n->next = waiting;
        waiting = n;
    }
    while (waiting && waiting->ready) {
        struct node *n = waiting;
        waiting = n->next;
        n->next = NULL;
        done = n;
    }
    release(waiting);
    release(done);
    return 0;
}

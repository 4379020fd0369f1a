// symheap: safe
// property: memcleanup
// A node that moves from one list to the other has one owner at any time; both lists are freed.

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
        n->next = done;
        done = n;
    }
    release(waiting);
    release(done);
    return 0;
}

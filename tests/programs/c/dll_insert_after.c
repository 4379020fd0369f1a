// symheap: safe
// A node is put behind a given one of a doubly linked list.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
    struct node *prev;
};

static void insert_after(struct node *at, int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->prev = at;
    n->next = at->next;
    if (at->next)
        at->next->prev = n;
    at->next = n;
}

int main(void)
{
    struct node first = {0, NULL, NULL};
    struct node *at = &first;
    while (symheap_nondet_int()) {
        insert_after(at, symheap_nondet_int());
        if (symheap_nondet_int())
            at = at->next;
        else if (at->prev)
            at = at->prev;
    }
    while (first.next) {
        struct node *dead = first.next;
        first.next = dead->next;
        free(dead);
    }
    return 0;
}

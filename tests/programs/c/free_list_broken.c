// symheap: unsafe null-dereference at 18
// The list of free nodes may be empty.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *pool;

static struct node *get(void)
{
    struct node *n = pool;
    pool = n->next;
    return n;
}

static void put(struct node *n)
{
    n->next = pool;
    pool = n;
}

int main(void)
{
    struct node *used = NULL;
    while (symheap_nondet_int()) {
        if (symheap_nondet_int()) {
            struct node *n = get();
            n->data = symheap_nondet_int();
            n->next = used;
            used = n;
        } else if (used) {
            struct node *n = used;
            used = n->next;
            put(n);
        }
    }
    while (used) {
        struct node *n = used;
        used = n->next;
        put(n);
    }
    while (pool) {
        struct node *n = pool;
        pool = n->next;
        free(n);
    }
    return 0;
}

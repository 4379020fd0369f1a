// symheap: safe
// A ring of buckets, each with a list; the walk goes around once and empties them.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct item {
    int key;
    struct item *next;
};

struct bucket {
    struct item *items;
    struct bucket *next;
};

int main(void)
{
    struct bucket *ring = malloc(sizeof *ring), *b;
    ring->items = NULL;
    ring->next = ring;
    while (symheap_nondet_int()) {
        b = malloc(sizeof *b);
        b->items = NULL;
        b->next = ring->next;
        ring->next = b;
        while (symheap_nondet_int() > 0) {
            struct item *i = malloc(sizeof *i);
            i->key = symheap_nondet_int();
            i->next = b->items;
            b->items = i;
        }
    }
    b = ring;
    do {
        struct bucket *next = b->next;
        while (b->items) {
            struct item *i = b->items;
            b->items = i->next;
            free(i);
        }
        free(b);
        b = next;
    } while (b != ring);
    return 0;
}

// symheap: safe, leak unreleased
// property: memtrack
// Only a pointer into the middle of a block is kept, in a global, and it leads back to the whole list.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct link {
    struct link *next;
};

struct block {
    int size;
    int data[3];
    struct link link;
};

static struct link *blocks;

int main(void)
{
    int i, n = symheap_nondet_int();
    for (i = 0; i < n; i++) {
        struct block *b = malloc(sizeof *b);
        b->size = 3;
        b->data[0] = i;
        b->link.next = blocks;
        blocks = &b->link;
    }
    return blocks == NULL;
}

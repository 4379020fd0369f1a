// symheap: unsafe use-after-free at 37
// The header is freed before the nodes count themselves out.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct header;

struct node {
    struct header *header;
    struct node *next;
};

struct header {
    struct node *first;
    long count;
};

int main(void)
{
    struct header *h = malloc(sizeof *h);
    struct node *n, *next;
    h->first = NULL;
    h->count = 0;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->header = h;
        n->next = h->first;
        h->first = n;
        h->count++;
    }
    n = h->first;
    free(h);
    while (n) {
        next = n->next;
        n->header->count--;
        free(n);
        n = next;
    }
    return 0;
}

// symheap: unsafe null-dereference at 26
// A shelf may have no box when its first box is filled.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct coin {
    struct coin *next;
};

struct box {
    struct coin *coins;
    struct box *next;
};

struct shelf {
    struct box *boxes;
    struct shelf *next;
};

static void fill(struct box *b)
{
    while (symheap_nondet_int() > 0) {
        struct coin *c = malloc(sizeof *c);
        c->next = b->coins;
        b->coins = c;
    }
}

int main(void)
{
    struct shelf *shelves = NULL;
    while (symheap_nondet_int()) {
        struct shelf *s = malloc(sizeof *s);
        s->boxes = NULL;
        while (symheap_nondet_int() > 0) {
            struct box *b = malloc(sizeof *b);
            b->coins = NULL;
            fill(b);
            b->next = s->boxes;
            s->boxes = b;
        }
            fill(s->boxes);
        s->next = shelves;
        shelves = s;
    }
    while (shelves) {
        struct shelf *s = shelves;
        shelves = s->next;
        while (s->boxes) {
            struct box *b = s->boxes;
            s->boxes = b->next;
            while (b->coins) {
                struct coin *c = b->coins;
                b->coins = c->next;
                free(c);
            }
            free(b);
        }
        free(s);
    }
    return 0;
}

// symheap: unsafe use-after-free at 36
// A row is freed before its cells.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

struct row {
    struct cell *cells;
    struct row *next;
};

int main(void)
{
    struct row *rows = NULL;
    while (symheap_nondet_int()) {
        struct row *r = malloc(sizeof *r);
        r->cells = NULL;
        while (symheap_nondet_int() > 0) {
            struct cell *c = malloc(sizeof *c);
            c->value = 0;
            c->next = r->cells;
            r->cells = c;
        }
        r->next = rows;
        rows = r;
    }
    while (rows) {
        struct row *next = rows->next;
        free(rows);
        while (rows->cells) {
            struct cell *c = rows->cells;
            rows->cells = c->next;
            free(c);
        }
        rows = next;
    }
    return 0;
}

// symheap: unsafe null-dereference at 40
// One row is one cell shorter than the others.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct cell {
    int value;
    struct cell *right;
};

struct row {
    struct cell *cells;
    struct row *below;
};

static struct row *add_row(struct row *rows, int width)
{
    struct row *r = malloc(sizeof *r);
    int i;
    r->cells = NULL;
    for (i = rows != NULL; i < width; i++) {
        struct cell *c = malloc(sizeof *c);
        c->value = symheap_nondet_int();
        c->right = r->cells;
        r->cells = c;
    }
    r->below = rows;
    return r;
}

int main(void)
{
    int width = symheap_nondet_int();
    struct row *a = add_row(NULL, width);
    struct row *b = add_row(a, width);
    struct cell *p, *q = b->cells;
    for (p = a->cells; p; p = p->right) {
        q->value = p->value;
        q = q->right;
    }
    while (b) {
        a = b->below;
        while (b->cells) {
            p = b->cells->right;
            free(b->cells);
            b->cells = p;
        }
        free(b);
        b = a;
    }
    return 0;
}

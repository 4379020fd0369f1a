// symheap: safe
// A list of lists is built and freed, inner lists first.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct item {
    int data;
    struct item *next;
};

struct row {
    struct item *items;
    struct row *next;
};

static struct row *create(void)
{
    struct row *rows = NULL;
    while (symheap_nondet_int()) {
        struct row *r = malloc(sizeof *r);
        r->items = NULL;
        r->next = rows;
        rows = r;
        while (symheap_nondet_int()) {
            struct item *i = malloc(sizeof *i);
            i->data = symheap_nondet_int();
            i->next = r->items;
            r->items = i;
        }
    }
    return rows;
}

int main(void)
{
    struct row *rows = create();
    while (rows) {
        struct row *next = rows->next;
        struct item *i = rows->items;
        while (i) {
            struct item *after = i->next;
            free(i);
            i = after;
        }
        free(rows);
        rows = next;
    }
    return 0;
}

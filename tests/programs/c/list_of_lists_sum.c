// symheap: safe
// A list of lists is walked; rows may be empty.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct item {
    struct item *next;
    int data;
};

struct row {
    struct row *next;
    struct item *items;
};

static int largest(const struct row *rows)
{
    int best = 0;
    for (; rows; rows = rows->next) {
        const struct item *i = rows->items;
        if (!i)
            continue;
        best = i->data > best ? i->data : best;
        for (i = i->next; i; i = i->next)
            if (i->data > best)
                best = i->data;
    }
    return best;
}

int main(void)
{
    struct row *rows = NULL;
    int best;
    while (symheap_nondet_int()) {
        struct row *r = malloc(sizeof *r);
        r->next = rows;
        r->items = NULL;
        while (symheap_nondet_int()) {
            struct item *i = malloc(sizeof *i);
            i->next = r->items;
            i->data = symheap_nondet_int();
            r->items = i;
        }
        rows = r;
    }
    best = largest(rows);
    while (rows) {
        struct row *next = rows->next;
        while (rows->items) {
            struct item *i = rows->items;
            rows->items = i->next;
            free(i);
        }
        free(rows);
        rows = next;
    }
    return best;
}

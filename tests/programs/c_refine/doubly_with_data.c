// symheap: safe
// rounds: 1
// Tracks of a record, linked both ways; any may be taken out, with its title.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct track {
    struct track *next;
    struct track *prev;
    char *title;
};

int main(void)
{
    struct track *record = NULL;
    while (symheap_nondet_int()) {
        struct track *t = malloc(sizeof *t);
        t->title = malloc(2);
        t->prev = NULL;
        t->next = record;
        if (record)
            record->prev = t;
        record = t;
    }
    struct track *t = record;
    while (t) {
        struct track *next = t->next;
        if (symheap_nondet_int()) {
            if (t->prev)
                t->prev->next = next;
            else
                record = next;
            if (next)
                next->prev = t->prev;
            free(t->title);
            free(t);
        }
        t = next;
    }
    while (record) {
        t = record;
        record = t->next;
        free(t->title);
        free(t);
    }
    return 0;
}

// symheap: safe
// rounds: 1
// A list of rows, each with a list of cells.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

struct row {
    struct cell *cells;
    struct row *below;
};

int main(void)
{
    struct row *table = NULL;
    while (symheap_nondet_int()) {
        struct row *row = malloc(sizeof *row);
        row->cells = NULL;
        while (symheap_nondet_int()) {
            struct cell *cell = malloc(sizeof *cell);
            cell->value = 0;
            cell->next = row->cells;
            row->cells = cell;
        }
        row->below = table;
        table = row;
    }
    while (table) {
        struct row *below = table->below;
        while (table->cells) {
            struct cell *next = table->cells->next;
            free(table->cells);
            table->cells = next;
        }
        free(table);
        table = below;
    }
    return 0;
}

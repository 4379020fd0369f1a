// symheap: safe
// A node is appended behind the last one, which a walk finds.

#include <stdlib.h>

extern int symheap_nondet_int(void);

typedef struct cell {
    int value;
    struct cell *next;
} cell;

static cell *new_cell(int value, cell *next)
{
    cell *c = malloc(sizeof(cell));
    c->value = value;
    c->next = next;
    return c;
}

static cell *append(cell *list, int value)
{
    cell *last = list;
    if (!list)
        return new_cell(value, NULL);
    while (last->next)
        last = last->next;
    last->next = new_cell(value, NULL);
    return list;
}

int main(void)
{
    cell *list = NULL;
    while (symheap_nondet_int() > 0)
        list = append(list, symheap_nondet_int());
    while (list) {
        cell *dead = list;
        list = list->next;
        free(dead);
    }
    return 0;
}

// symheap: unsafe out-of-bounds at 32
// The check of the index lets one value too many pass.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int index;
    struct node *next;
};

int main(void)
{
    int *table = calloc(6, sizeof *table);
    struct node *list = NULL;
    int sum = 0;
    while (symheap_nondet_int()) {
        int index = symheap_nondet_int();
        struct node *n;
        if (index < 0 || index > 6)
            continue;
        n = malloc(sizeof *n);
        n->index = index;
        n->next = list;
        list = n;
        if (index % 2)
            table[index] = 1;
    }
    while (list) {
        struct node *next = list->next;
        sum += table[list->index];
        free(list);
        list = next;
    }
    free(table);
    return sum > 3;
}

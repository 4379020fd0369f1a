// symheap: safe
// The nodes between two given ones are counted: a list segment.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static int distance(const struct node *from, const struct node *to)
{
    int steps = 0;
    while (from != to) {
        steps++;
        from = from->next;
    }
    return steps;
}

int main(void)
{
    struct node *list = NULL, *stop;
    int steps;
    do {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    } while (symheap_nondet_int());
    stop = list;
    while (stop->next && symheap_nondet_int())
        stop = stop->next;
    steps = distance(list, stop);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return steps;
}

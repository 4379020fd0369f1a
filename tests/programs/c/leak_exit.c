// symheap: safe, leak unreleased
// The program exits in the middle, with a list that is still in use.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *list;

int main(void)
{
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    if (symheap_nondet_int() < 0)
        exit(list ? list->data & 1 : 0);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

// symheap: safe
// A structure with a list in it is passed and returned by value.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

struct list {
    struct node *first;
    int tag;
};

static struct list cons(struct list list, int data)
{
    struct list result = list;
    result.first = malloc(sizeof(struct node));
    result.first->data = data;
    result.first->next = list.first;
    return result;
}

static void drop_first(struct list list)
{
    free(list.first);
}

int main(void)
{
    struct list list = {NULL, 1};
    while (symheap_nondet_int())
        list = cons(list, symheap_nondet_int());
    while (list.first) {
        struct list rest = list;
        rest.first = list.first->next;
        drop_first(list);
        list = rest;
    }
    return 0;
}

// symheap: unsafe null-dereference at 32
// The search may find nothing, which is not tested.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int key;
    int hits;
    struct node *next;
};

static struct node *find(struct node *list, int key)
{
    while (list && list->key != key)
        list = list->next;
    return list;
}

int main(void)
{
    struct node *list = NULL, *found;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->key = symheap_nondet_int();
        n->hits = 0;
        n->next = list;
        list = n;
    }
    found = find(list, 7);
        found->hits++;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

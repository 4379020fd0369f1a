// symheap: unsafe invalid-free at 36
// The static node is freed like the others.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node end = {0, &end};

static struct node *find(struct node *list, int data)
{
    end.data = data;
    while (list->data != data)
        list = list->next;
    return list;
}

int main(void)
{
    struct node *list = &end, *found;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    found = find(list, 4);
    found->data = 0;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

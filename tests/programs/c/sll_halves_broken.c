// symheap: unsafe null-dereference at 35
// The fast pointer goes two steps without a look at the first.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void destroy(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = NULL, *slow, *fast, *middle;
    do {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    } while (symheap_nondet_int());
    slow = list;
    fast = list->next;
    while (fast) {
        slow = slow->next;
        fast = fast->next->next;
    }
    middle = slow->next;
    slow->next = NULL;
    destroy(list);
    destroy(middle);
    return 0;
}

// symheap: safe
// A fast and a slow pointer walk a list; the slow one is never behind its end.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *slow, *fast;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    slow = fast = list;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    if (slow)
        slow->data = 0;
    while (list) {
        slow = list->next;
        free(list);
        list = slow;
    }
    return 0;
}

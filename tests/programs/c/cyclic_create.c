// symheap: safe
// A cyclic list is built around a first node and freed, the first node last.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *head = malloc(sizeof *head), *n;
    head->data = 0;
    head->next = head;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = head->next;
        head->next = n;
    }
    n = head->next;
    while (n != head) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    free(head);
    return 0;
}

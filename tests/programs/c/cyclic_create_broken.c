// symheap: unsafe use-after-free at 31
// The first node is freed before the walk comes back to it.

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
    free(head);
    while (n != head) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    head->data = 0;
    return 0;
}

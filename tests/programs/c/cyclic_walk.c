// symheap: safe
// A cyclic list is walked once round.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static int sum(const struct node *head)
{
    int total = head->data;
    for (const struct node *n = head->next; n != head; n = n->next)
        total += n->data;
    return total;
}

int main(void)
{
    struct node *head = NULL, *n;
    int total = 0;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        if (head) {
            n->next = head->next;
            head->next = n;
        } else {
            n->next = n;
            head = n;
        }
    }
    if (head) {
        total = sum(head);
        n = head->next;
        head->next = NULL;
        while (n) {
            struct node *next = n->next;
            free(n);
            n = next;
        }
    }
    return total;
}

// symheap: safe
// A ring is cut open at its head into a list that ends in null.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *head = malloc(sizeof *head);
    struct node *last = head;
    head->next = NULL;
    while (symheap_nondet_int()) {
        last->next = malloc(sizeof *last);
        last = last->next;
        last->next = NULL;
    }
    last->next = head;
    while (symheap_nondet_int())
        head = head->next;
    last = head;
    while (last->next != head)
        last = last->next;
    last->next = NULL;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

// symheap: unsafe use-after-free at 31
// The node that has become the dummy is freed instead of the old one.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *head = malloc(sizeof *head), *tail = head;
    int sum = 0;
    head->data = 0;
    head->next = NULL;
    while (symheap_nondet_int()) {
        if (symheap_nondet_int()) {
            struct node *n = malloc(sizeof *n);
            n->data = symheap_nondet_int();
            n->next = NULL;
            tail->next = n;
            tail = n;
        } else if (head->next) {
            struct node *old = head;
            head = head->next;
            sum += head->data;
            free(head);
            head = old->next->next;
        }
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return sum;
}

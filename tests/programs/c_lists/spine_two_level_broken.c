// symheap: unsafe null-dereference at 31
// The express lane ends with null, not at the tail.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next, *express;
};

int main(void)
{
    struct node *tail = malloc(sizeof *tail);
    struct node *head = malloc(sizeof *head), *p;
    tail->next = tail->express = NULL;
    head->next = tail;
    head->express = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = head->next;
        head->next = n;
        n->express = NULL;
        if (symheap_nondet_int() > 0) {
            n->express = head->express;
            head->express = n;
        }
    }
    p = head;
    while (p != tail)
        p = p->express;
    while (head) {
        p = head->next;
        free(head);
        head = p;
    }
    return 0;
}

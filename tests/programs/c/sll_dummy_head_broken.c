// symheap: unsafe null-dereference at 28
// Removal looks two nodes ahead without a test of the first.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node head = {0, NULL};
    struct node *at = &head;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = NULL;
        at->next = n;
        at = n;
    }
    at = &head;
    while (at->next) {
        if (at->next->data == 5) {
            struct node *dead = at->next;
            at->next = dead->next->data == 5 ? dead->next->next : dead->next;
            free(dead);
        } else {
            at = at->next;
        }
    }
    while (head.next) {
        struct node *dead = head.next;
        head.next = dead->next;
        free(dead);
    }
    return 0;
}

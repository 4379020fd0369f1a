// symheap: safe
// The node behind the cursor of a cyclic list is removed, until the cursor is alone.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *cursor = malloc(sizeof *cursor);
    cursor->data = 0;
    cursor->next = cursor;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = cursor->next;
        cursor->next = n;
    }
    while (cursor->next != cursor) {
        struct node *dead = cursor->next;
        cursor->next = dead->next;
        free(dead);
        if (symheap_nondet_int())
            cursor = cursor->next;
    }
    free(cursor);
    return 0;
}

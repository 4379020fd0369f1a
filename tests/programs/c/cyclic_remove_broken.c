// symheap: unsafe use-after-free at 29
// The removed node may be the cursor itself.

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
    do {
        struct node *dead = cursor->next;
        cursor->next = dead->next;
        free(dead);
        if (symheap_nondet_int())
            cursor = cursor->next;
    } while (cursor->next != cursor);
    free(cursor);
    return 0;
}

// symheap: unsafe null-dereference at 29
// The test of the endpoints forgets that both may be null.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *prev, *next;
};

int main(void)
{
    struct node *front = NULL, *back = NULL, *n;
    while (symheap_nondet_int()) {
        n = malloc(sizeof *n);
        n->data = 1;
        n->next = NULL;
        n->prev = back;
        if (back)
            back->next = n;
        else
            front = n;
        back = n;
    }
    if ((front == 0) != (back == 0))
        abort();
        back->data = front->data + 1;
    while (back) {
        n = back->prev;
        free(back);
        back = n;
    }
    return 0;
}

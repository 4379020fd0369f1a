// symheap: safe
// A program aborts if just one of the endpoints is null, which never happens, and then relies on both.

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
    if (front)
        back->data = front->data + 1;
    while (back) {
        n = back->prev;
        free(back);
        back = n;
    }
    return 0;
}

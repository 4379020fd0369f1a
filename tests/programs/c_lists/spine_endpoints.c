// symheap: safe
// The front of a queue is null if and only if its back is.

#include <assert.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *front = NULL, *back = NULL, *n;
    while (symheap_nondet_int()) {
        assert((front == 0) == (back == 0));
        if (symheap_nondet_int() > 0) {
            n = malloc(sizeof *n);
            n->data = symheap_nondet_int();
            n->next = NULL;
            if (back)
                back->next = n;
            else
                front = n;
            back = n;
        } else if (front) {
            n = front;
            front = n->next;
            if (!front)
                back = NULL;
            free(n);
        }
    }
    while (front) {
        n = front->next;
        free(front);
        front = n;
    }
    return 0;
}

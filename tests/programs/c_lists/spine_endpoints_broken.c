// symheap: unsafe assertion at 18
// The back is not reset when the last node leaves.

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
            if (!front && n->data > 0)
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

// symheap: safe
// A stack knows its size, and is popped only while the size is not zero.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

struct stack {
    struct node *top;
    size_t size;
};

int main(void)
{
    struct stack s = {NULL, 0};
    while (symheap_nondet_int()) {
        int data = symheap_nondet_int();
        if (data >= 0) {
            struct node *n = malloc(sizeof *n);
            n->data = data;
            n->next = s.top;
            s.top = n;
            s.size++;
        }
    }
    while (s.size > 0) {
        struct node *n = s.top;
        s.top = n->next;
        s.size--;
        free(n);
    }
    return 0;
}

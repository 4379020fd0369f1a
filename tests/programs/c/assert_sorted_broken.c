// symheap: unsafe assertion at 27
// The comparison is the wrong way round.

#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *second = malloc(sizeof *second);
    struct node *first = malloc(sizeof *first);
    first->data = __VERIFIER_nondet_int();
    first->next = second;
    second->data = __VERIFIER_nondet_int();
    second->next = NULL;
    if (first->data < first->next->data) {
        int data = first->data;
        first->data = second->data;
        second->data = data;
    }
    assert(first->data <= first->next->data);
    free(second);
    free(first);
    return 0;
}

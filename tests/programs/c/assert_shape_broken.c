// symheap: unsafe assertion at 24
// The list may be empty from the start.

#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    int count = __VERIFIER_nondet_int();
    __VERIFIER_assume(count >= 0);
    for (int i = 0; i < count; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    assert(list != NULL);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    assert(list == NULL);
    return 0;
}

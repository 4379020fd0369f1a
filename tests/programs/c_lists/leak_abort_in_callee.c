// symheap: safe, leak unreleased
// property: memtrack
// A callee aborts while the caller's list is still in the caller's variable.

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static void check(int key)
{
    if (key < 0)
        abort();
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->key = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        list = n->next;
        check(n->key);
        free(n);
    }
    return 0;
}

// symheap: unsafe lost at 24
// property: memtrack
// The caller's variable no longer has the list's first node when the callee aborts.

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
        int key = n->key;
        list = n->next;
        n = NULL;
        check(key);
        free(n);
    }
    return 0;
}

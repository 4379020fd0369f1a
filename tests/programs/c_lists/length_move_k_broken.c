// symheap: unsafe null-dereference at 17
// The rest is popped n times, not n - k times.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int id;
    struct node *next;
};

static void pop(struct node **list, int times)
{
    while (times-- > 0) {
        struct node *n = *list;
        *list = n->next;
        free(n);
    }
}

int main(void)
{
    struct node *a = NULL, *b = NULL, *x;
    int n = symheap_nondet_int(), k = symheap_nondet_int(), i;
    if (n < 0 || k < 0 || k > n)
        return 1;
    for (i = 0; i < n; i++) {
        x = malloc(sizeof *x);
        x->id = i;
        x->next = a;
        a = x;
    }
    for (i = 0; i < k; i++) {
        x = a;
        a = x->next;
        x->next = b;
        b = x;
    }
    pop(&b, k);
    pop(&a, n);
    return 0;
}

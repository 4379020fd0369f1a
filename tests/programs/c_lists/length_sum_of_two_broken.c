// symheap: unsafe null-dereference at 37
// The second list is joined only if the first is not empty.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *build(int n)
{
    struct node *list = NULL;
    while (n-- > 0) {
        struct node *x = malloc(sizeof *x);
        x->next = list;
        list = x;
    }
    return list;
}

int main(void)
{
    int n = symheap_nondet_int(), m = symheap_nondet_int(), i;
    struct node *a, *b, **end = &a;
    if (n < 0 || n > 1000 || m < 0 || m > 1000)
        return 0;
    a = build(n);
    b = build(m);
    while (*end)
        end = &(*end)->next;
    if (a)
    *end = b;
    for (i = 0; i < n + m; i++) {
        struct node *x = a;
        a = x->next;
        free(x);
    }
    return 0;
}

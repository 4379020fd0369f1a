// symheap: safe, leak unreleased
// A global list is never freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *registry;

static void enter(int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = registry;
    registry = n;
}

int main(void)
{
    while (symheap_nondet_int())
        enter(symheap_nondet_int());
    if (!registry)
        return 1;
    return registry->data;
}

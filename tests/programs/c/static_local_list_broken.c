// symheap: unsafe use-after-free at 28
// The static local outlives the call and still points to what was freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

enum task { ADD, CLEAR };

static void registry(enum task task, int data)
{
    static struct node *list;
    struct node *n;
    if (task == ADD) {
        n = malloc(sizeof *n);
        n->data = data;
        n->next = list;
        list = n;
        return;
    }
    n = list;
    while (n) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
}

int main(void)
{
    while (symheap_nondet_int())
        registry(ADD, symheap_nondet_int());
    registry(CLEAR, 0);
    registry(CLEAR, 0);
    return 0;
}

// symheap: unsafe lost at 17
// property: memtrack
// Only four of the five nodes are popped.

#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *top = NULL;
    int c;
    for (c = 0; c < 5; c++) {
        struct node *n = malloc(sizeof *n);
        n->value = c;
        n->next = top;
        top = n;
    }
    for (c = 1; c < 5; c++) {
        struct node *n = top;
        top = n->next;
        free(n);
    }
    return 0;
}

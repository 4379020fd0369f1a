// symheap: unsafe lost at 19
// property: memtrack
// The stack is reset at the start of every round.

#include <stdlib.h>

struct node {
    int round;
    struct node *next;
};

int main(void)
{
    struct node *top = NULL;
    int i, j;
    for (i = 0; i < 3; i++) {
        top = NULL;
        for (j = 0; j < 3; j++) {
            struct node *n = malloc(sizeof *n);
            n->round = i;
            n->next = top;
            top = n;
        }
    }
    for (i = 0; i < 9 && top; i++) {
        struct node *n = top;
        top = n->next;
        free(n);
    }
    return 0;
}

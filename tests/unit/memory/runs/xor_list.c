// status 15
#include <stdint.h>
#include <stdlib.h>

struct node { uintptr_t both; int value; };

int main(void)
{
    struct node *last = NULL, *before = NULL;
    int sum = 0;
    for (int i = 1; i <= 5; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->both = (uintptr_t)last;
        if (last)
            last->both ^= (uintptr_t)n;
        last = n;
    }
    while (last) {
        struct node *next = (struct node *)(last->both ^ (uintptr_t)before);
        sum += last->value;
        if (before)
            free(before);
        before = last;
        last = next;
    }
    free(before);
    return sum;
}

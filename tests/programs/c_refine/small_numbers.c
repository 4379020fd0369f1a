// symheap: safe
// rounds: 1
// Votes are for one of eight; only such are put on the list.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct vote {
    struct vote *next;
    int candidate;
};

static const int weight[8] = {1, 1, 2, 3, 5, 8, 13, 21};

int main(void)
{
    struct vote *votes = NULL;
    int sum = 0;
    while (symheap_nondet_int()) {
        int candidate = symheap_nondet_int();
        if (candidate >= 0 && candidate < 8) {
            struct vote *v = malloc(sizeof *v);
            v->candidate = candidate;
            v->next = votes;
            votes = v;
        }
    }
    while (votes) {
        struct vote *next = votes->next;
        sum = weight[votes->candidate];
        free(votes);
        votes = next;
    }
    return sum;
}

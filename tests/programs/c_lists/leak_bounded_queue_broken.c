// symheap: unsafe lost at 21
// property: memcleanup
// The first job is taken out before the loop that frees jobs, and never freed.

#include <stdlib.h>

#define JOBS 7

extern int symheap_nondet_int(void);

struct job {
    int cost;
    struct job *next;
};

int main(void)
{
    struct job *first = NULL, *last = NULL;
    int i, total = 0;
    for (i = 0; i < JOBS; i++) {
        struct job *j = malloc(sizeof *j);
        if (j == NULL)
            abort();
        j->cost = symheap_nondet_int() & 15;
        j->next = NULL;
        if (last == NULL)
            first = j;
        else
            last->next = j;
        last = j;
    }
    total = first->cost;
    first = first->next;
    while (first != NULL) {
        struct job *next = first->next;
        total += first->cost;
        free(first);
        first = next;
    }
    return total > 0;
}

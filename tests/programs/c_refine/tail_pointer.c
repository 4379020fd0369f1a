// symheap: safe
// rounds: 1
// A queue with a pointer to its last job; every job owns its input.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct job {
    struct job *next;
    long *input;
};

struct queue {
    struct job *first;
    struct job *last;
};

static void enqueue(struct queue *q, long number)
{
    struct job *j = malloc(sizeof *j);
    j->next = NULL;
    j->input = malloc(sizeof(long));
    *j->input = number;
    if (q->last)
        q->last->next = j;
    else
        q->first = j;
    q->last = j;
}

int main(void)
{
    struct queue q = {NULL, NULL};
    long sum = 0;
    while (symheap_nondet_int())
        enqueue(&q, symheap_nondet_int());
    while (q.first) {
        struct job *j = q.first;
        q.first = j->next;
        sum += *j->input;
        free(j->input);
        free(j);
    }
    return sum != 0;
}

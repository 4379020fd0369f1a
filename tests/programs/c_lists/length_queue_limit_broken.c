// symheap: unsafe null-dereference at 37
// A job that is refused because the queue is full is counted.

#include <stdlib.h>

#define MOST 10

extern int symheap_nondet_int(void);

struct job {
    int id;
    struct job *next;
};

static struct job *first, *last;
static int size;

static int put(int id)
{
    struct job *j;
    if (size++ == MOST)
        return 0;
    j = malloc(sizeof *j);
    j->id = id;
    j->next = NULL;
    if (!first)
        first = j;
    else
        last->next = j;
    last = j;
    return 1;
}

static void take(void)
{
    struct job *j = first;
    first = j->next;
    size--;
    free(j);
}

int main(void)
{
    int i, wanted = symheap_nondet_int();
    for (i = 0; i < wanted && i < 11; i++)
        put(i);
    while (size > 0)
        take();
    return 0;
}

// symheap: unsafe use-after-free at 27
// The list they moved from is not made empty, and its objects are freed through it again.

#include <stdlib.h>
#include "list.h"

extern int symheap_nondet_int(void);

struct job {
    int number;
    struct list_head link;
};

static void fill(struct list_head *jobs)
{
    while (symheap_nondet_int()) {
        struct job *j = malloc(sizeof *j);
        j->number = symheap_nondet_int();
        list_add(&j->link, jobs);
    }
}

static void drain(struct list_head *jobs)
{
    struct list_head *at = jobs->next;
    while (at != jobs) {
        struct list_head *after = at->next;
        free(container_of(at, struct job, link));
        at = after;
    }
}

int main(void)
{
    LIST_HEAD(waiting);
    LIST_HEAD(running);
    fill(&waiting);
    fill(&running);
    list_splice_init(&waiting, &running);
    waiting.next = running.next;
    drain(&running);
    drain(&waiting);
    return 0;
}

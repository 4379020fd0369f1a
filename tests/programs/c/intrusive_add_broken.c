// symheap: unsafe use-after-free at 23
// The walk that is not safe against removal is used to free.

#include <stdlib.h>
#include "list.h"

extern int symheap_nondet_int(void);

struct job {
    int priority;
    struct list_head link;
};

int main(void)
{
    LIST_HEAD(jobs);
    struct job *job;
    while (symheap_nondet_int()) {
        job = malloc(sizeof *job);
        job->priority = symheap_nondet_int();
        list_add(&job->link, &jobs);
    }
    list_for_each_entry(job, &jobs, link)
        free(job);
    return 0;
}

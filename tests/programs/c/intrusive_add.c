// symheap: safe
// An intrusive list: objects are found by container_of from their links.

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
    struct job *job, *after;
    while (symheap_nondet_int()) {
        job = malloc(sizeof *job);
        job->priority = symheap_nondet_int();
        list_add(&job->link, &jobs);
    }
    list_for_each_entry_safe(job, after, &jobs, link)
        free(job);
    return 0;
}

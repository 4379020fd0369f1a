// symheap: unsafe use-after-free at 43
// A request is freed together with its reply.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct request {
    long id;
    struct request *next;
};

struct reply {
    struct request *to;
    struct reply *next;
};

int main(void)
{
    struct request *requests = NULL, *q;
    struct reply *replies = NULL, *r;
    while (symheap_nondet_int()) {
        q = malloc(sizeof *q);
        q->id = symheap_nondet_int();
        q->next = requests;
        requests = q;
        if (q->id > 0) {
            r = malloc(sizeof *r);
            r->to = q;
            r->next = replies;
            replies = r;
        }
    }
    while (replies) {
        r = replies;
        replies = r->next;
        r->to->id = 0;
        free(r->to);
        free(r);
    }
    while (requests) {
        q = requests;
        requests = q->next;
        free(q);
    }
    return 0;
}

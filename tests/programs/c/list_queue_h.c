// symheap: safe
// A list of sys/queue.h with links to the link before.

#include <stdlib.h>
#include <sys/queue.h>

extern int symheap_nondet_int(void);

struct session {
    int id;
    LIST_ENTRY(session) sessions;
};

static LIST_HEAD(, session) active = LIST_HEAD_INITIALIZER(active);

static void finish(struct session *s)
{
    LIST_REMOVE(s, sessions);
    free(s);
}

int main(void)
{
    while (symheap_nondet_int()) {
        struct session *s = malloc(sizeof *s);
        s->id = symheap_nondet_int();
        LIST_INSERT_HEAD(&active, s, sessions);
    }
    while (!LIST_EMPTY(&active))
        finish(LIST_FIRST(&active));
    return 0;
}

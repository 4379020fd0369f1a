// symheap: safe
// rounds: 2
// A message has a body or none.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct message {
    struct message *next;
    char *body;
};

static struct message *push(struct message *all, int has_body)
{
    struct message *m = malloc(sizeof *m);
    m->body = NULL;
    if (has_body) {
        m->body = malloc(4);
        m->body[0] = 'x';
    }
    m->next = all;
    return m;
}

int main(void)
{
    struct message *all = NULL;
    while (symheap_nondet_int())
        all = push(all, symheap_nondet_int());
    for (struct message *m = all; m; m = m->next)
        if (m->body)
            m->body[3] = m->body[0];
    while (all) {
        struct message *next = all->next;
        free(all->body);
        free(all);
        all = next;
    }
    return 0;
}

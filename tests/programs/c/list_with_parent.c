// symheap: safe
// Nodes point back to the header that owns them.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct owner;

struct child {
    struct owner *owner;
    struct child *next;
};

struct owner {
    struct child *children;
    int count;
};

static void drop_child(struct child *c)
{
    c->owner->count--;
    free(c);
}

int main(void)
{
    struct owner *owner = malloc(sizeof *owner);
    struct child *c;
    owner->children = NULL;
    owner->count = 0;
    while (symheap_nondet_int()) {
        c = malloc(sizeof *c);
        c->owner = owner;
        c->next = owner->children;
        owner->children = c;
        owner->count++;
    }
    c = owner->children;
    while (c) {
        struct child *next = c->next;
        drop_child(c);
        c = next;
    }
    free(owner);
    return 0;
}

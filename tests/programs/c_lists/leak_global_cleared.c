// symheap: safe
// property: memcleanup
// The global registry is emptied by its own clean-up function before main returns.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct entry {
    int id;
    struct entry *next;
};

static struct entry *registry;

static void enter(int id)
{
    struct entry *e = malloc(sizeof *e);
    e->id = id;
    e->next = registry;
    registry = e;
}

static void clear(void)
{
    while (registry) {
        struct entry *e = registry;
        registry = e->next;
        free(e);
    }
}

int main(void)
{
    int status = 0;
    while (symheap_nondet_int())
        enter(symheap_nondet_int());
    if (registry && registry->id < 0) {
        status = 1;
    }
    clear();
    return status;
}

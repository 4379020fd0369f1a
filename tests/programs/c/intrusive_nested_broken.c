// symheap: unsafe invalid-free at 36
// The offset is that of the wrong member.

#include <stdlib.h>
#include "list.h"

extern int symheap_nondet_int(void);

struct group {
    struct list_head members;
    struct list_head link;
};

struct member {
    int id;
    struct list_head link;
};

static struct group *new_group(void)
{
    struct group *g = malloc(sizeof *g);
    list_init(&g->members);
    while (symheap_nondet_int()) {
        struct member *m = malloc(sizeof *m);
        m->id = symheap_nondet_int();
        list_add(&m->link, &g->members);
    }
    return g;
}

static void free_group(struct group *g)
{
    while (!list_empty(&g->members)) {
        struct list_head *first = g->members.next;
        list_del(first);
        free(list_entry(first, struct member, link));
    }
    free(g);
}

int main(void)
{
    LIST_HEAD(groups);
    while (symheap_nondet_int())
        list_add(&new_group()->link, &groups);
    while (!list_empty(&groups)) {
        struct list_head *first = groups.next;
        list_del(first);
        free_group(list_entry(first, struct group, members));
    }
    return 0;
}

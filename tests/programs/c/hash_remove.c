// symheap: safe
// Entries of a hash table are removed through a pointer to the link.

#include <stdlib.h>

extern unsigned symheap_nondet_uint(void);

struct entry {
    unsigned key;
    struct entry *next;
};

static void add(struct entry **table, unsigned key)
{
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->next = table[key & 1];
    table[key & 1] = e;
}

static void drop(struct entry **table, unsigned key)
{
    struct entry **link = &table[key & 1];
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    if (*link) {
        struct entry *dead = *link;
        *link = dead->next;
        free(dead);
    }
}

int main(void)
{
    struct entry *table[2] = {NULL, NULL};
    while (symheap_nondet_uint())
        add(table, symheap_nondet_uint());
    drop(table, symheap_nondet_uint());
    for (int i = 0; i < 2; i++)
        while (table[i]) {
            struct entry *e = table[i];
            table[i] = e->next;
            free(e);
        }
    return 0;
}

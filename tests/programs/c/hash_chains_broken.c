// symheap: unsafe out-of-bounds at 32
// The number of buckets is written out in one place, and wrong.

#include <stdlib.h>

extern int symheap_nondet_int(void);

#define BUCKETS 4

struct entry {
    int key;
    int value;
    struct entry *next;
};

static struct entry *table[BUCKETS];

static struct entry *find(int key)
{
    struct entry *e = table[(unsigned)key % BUCKETS];
    while (e && e->key != key)
        e = e->next;
    return e;
}

static void put(int key, int value)
{
    unsigned bucket = (unsigned)key % 5;
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->value = value;
    e->next = table[bucket];
    table[bucket] = e;
}

int main(void)
{
    struct entry *found;
    while (symheap_nondet_int())
        put(symheap_nondet_int(), symheap_nondet_int());
    found = find(42);
    if (found)
        found->value = 0;
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *e = table[i];
        while (e) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
    }
    return 0;
}

// symheap: safe
// A list with a header on the heap that has first, last and count.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
    long payload;
};

struct list {
    struct node *first, *last;
    unsigned count;
};

static struct list *new_list(void)
{
    struct list *l = malloc(sizeof *l);
    l->first = l->last = NULL;
    l->count = 0;
    return l;
}

static void add(struct list *l, long payload)
{
    struct node *n = calloc(1, sizeof *n);
    n->payload = payload;
    if (l->first)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
    l->count++;
}

static void delete_list(struct list *l)
{
    struct node *n = l->first;
    while (n) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    free(l);
}

int main(void)
{
    struct list *l = NULL;
    if (symheap_nondet_int()) {
        l = new_list();
        while (symheap_nondet_int())
            add(l, symheap_nondet_int());
    }
    if (l)
        delete_list(l);
    return 0;
}

// symheap: unsafe use-after-free at 34
// A task leaves only one of the lists before it is freed.

#include <stddef.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct link {
    struct link *next, *prev;
};

struct task {
    struct link all;
    int urgent;
    struct link ready;
};

static struct link all, ready;

static void init(struct link *l) { l->next = l->prev = l; }

static void add(struct link *n, struct link *head)
{
    n->next = head->next;
    n->prev = head;
    head->next->prev = n;
    head->next = n;
}

static void del(struct link *n)
{
    n->next->prev = n->prev;
    n->prev->next = n->next;
}

int main(void)
{
    init(&all);
    init(&ready);
    while (symheap_nondet_int()) {
        struct task *t = malloc(sizeof *t);
        t->urgent = symheap_nondet_int() > 0;
        add(&t->all, &all);
        add(&t->ready, &ready);
    }
    while (all.next != &all) {
        struct task *t = (struct task *)((char *)all.next - offsetof(struct task, all));
        if (!t->urgent)
        del(&t->ready);
        del(&t->all);
        free(t);
    }
    return 0;
}

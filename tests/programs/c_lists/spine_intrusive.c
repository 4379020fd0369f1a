// symheap: safe
// Linux's way: links are embedded, rings have a head, removal during a walk remembers the next node.

#include <stddef.h>
#include <stdlib.h>

extern int symheap_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

#define entry(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct task {
    int state;
    struct list_head link;
};

static struct list_head tasks = {&tasks, &tasks};

static void add(struct list_head *n, struct list_head *head)
{
    n->next = head->next;
    n->prev = head;
    head->next->prev = n;
    head->next = n;
}

static void del(struct list_head *n)
{
    n->prev->next = n->next;
    n->next->prev = n->prev;
}

int main(void)
{
    struct list_head *p, *next;
    while (symheap_nondet_int()) {
        struct task *t = malloc(sizeof *t);
        t->state = symheap_nondet_int();
        add(&t->link, &tasks);
    }
    for (p = tasks.next; p != &tasks; p = next) {
        next = p->next;
        if (entry(p, struct task, link)->state > 0) {
            del(p);
            free(entry(p, struct task, link));
        }
    }
    while (tasks.next != &tasks) {
        p = tasks.next;
        del(p);
        free(entry(p, struct task, link));
    }
    return 0;
}

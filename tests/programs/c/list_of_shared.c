// symheap: safe
// All nodes point to one object, which is freed when no node is left.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct config {
    int level;
};

struct task {
    struct config *config;
    struct task *next;
};

int main(void)
{
    struct config *config = malloc(sizeof *config);
    struct task *tasks = NULL;
    int sum = 0;
    config->level = symheap_nondet_int();
    while (symheap_nondet_int()) {
        struct task *t = malloc(sizeof *t);
        t->config = config;
        t->next = tasks;
        tasks = t;
    }
    while (tasks) {
        struct task *next = tasks->next;
        sum += tasks->config->level;
        free(tasks);
        tasks = next;
    }
    free(config);
    return sum;
}

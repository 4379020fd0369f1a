// symheap: unsafe null-dereference at 42
// The parent of a child is not set when the child is the second.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct child;

struct parent {
    struct child *children;
    int sum;
    struct parent *next;
};

struct child {
    struct parent *parent;
    int value;
    struct child *next;
};

int main(void)
{
    struct parent *list = NULL, *p;
    struct child *c;
    while (symheap_nondet_int()) {
        p = malloc(sizeof *p);
        p->children = NULL;
        p->sum = 0;
        while (symheap_nondet_int() > 0) {
            c = malloc(sizeof *c);
            c->parent = p->children ? p->children->parent : NULL;
            c->value = symheap_nondet_int() & 7;
            c->next = p->children;
            p->children = c;
        }
        p->next = list;
        list = p;
    }
    for (p = list; p; p = p->next)
        for (c = p->children; c; c = c->next)
            c->parent->sum |= c->value;
    while (list) {
        p = list;
        list = p->next;
        while (p->children) {
            c = p->children;
            p->children = c->next;
            free(c);
        }
        free(p);
    }
    return 0;
}

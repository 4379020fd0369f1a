// symheap: safe, leak unreleased
// property: memtrack
// A global table of settings is reachable when the program ends.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct setting {
    int name, value;
    struct setting *next;
};

static struct setting *settings;

static void set(int name, int value)
{
    struct setting *s;
    for (s = settings; s; s = s->next) {
        if (s->name == name) {
            s->value = value;
            return;
        }
    }
    s = malloc(sizeof *s);
    s->name = name;
    s->value = value;
    s->next = settings;
    settings = s;
}

int main(void)
{
    while (symheap_nondet_int()) {
        int name = symheap_nondet_int();
        set(name, symheap_nondet_int());
    }
    return settings != NULL;
}

// symheap: safe
// A tag says whether a node owns its text or borrows one that all share.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct item {
    int owns;
    char *text;
    struct item *next;
};

static char shared[4] = "any";

int main(void)
{
    struct item *list = NULL;
    while (symheap_nondet_int()) {
        struct item *n = malloc(sizeof *n);
        int kind = symheap_nondet_int();
        n->owns = kind > 0;
        n->text = kind > 0 ? malloc(4) : shared;
        n->next = list;
        list = n;
    }
    while (list) {
        struct item *next = list->next;
        if (list->owns)
            free(list->text);
        free(list);
        list = next;
    }
    return 0;
}

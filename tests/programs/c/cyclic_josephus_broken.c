// symheap: unsafe use-after-free at 34
// The walk goes on from the node that was freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct person {
    int number;
    struct person *next;
};

int main(void)
{
    struct person *last = malloc(sizeof *last);
    int count = symheap_nondet_int();
    last->number = 0;
    last->next = last;
    for (int i = 1; i < count; i++) {
        struct person *p = malloc(sizeof *p);
        p->number = i;
        p->next = last->next;
        last->next = p;
        last = p;
    }
    while (last->next != last) {
        struct person *out;
        last = last->next->next;
        out = last->next;
        if (out == last)
            break;
        last->next = out->next;
        free(out);
        last = out->next;
    }
    while (last->next != last) {
        struct person *out = last->next;
        last->next = out->next;
        free(out);
    }
    free(last);
    return 0;
}

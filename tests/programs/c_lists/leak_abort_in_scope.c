// symheap: safe, leak unreleased
// property: memtrack
// The program may abort while a local still points to its buffer.

#include <stdlib.h>

extern int symheap_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    int wrong;
    *p = symheap_nondet_int();
    wrong = *p < 0;
    if (wrong) {
        abort();
    }
    free(p);
    return 0;
}

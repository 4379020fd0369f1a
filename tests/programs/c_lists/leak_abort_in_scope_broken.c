// symheap: unsafe lost at 11
// property: memtrack
// The local is set to null before the program aborts.

#include <stdlib.h>

extern int symheap_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    int wrong;
    *p = symheap_nondet_int();
    wrong = *p < 0;
    if (wrong) {
        p = NULL;
        abort();
    }
    free(p);
    return 0;
}

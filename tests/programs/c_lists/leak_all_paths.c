// symheap: safe
// property: memcleanup
// A buffer is released on each of the four ways out of a function.

#include <stdlib.h>

extern int symheap_nondet_int(void);

static int work(int mode)
{
    int *a, *b;
    a = malloc(2 * sizeof *a);
    if (a == NULL)
        return -1;
    b = malloc(sizeof *b);
    if (b == NULL) {
        free(a);
        return -1;
    }
    a[0] = mode;
    a[1] = mode / 2;
    *b = a[0] & 3;
    switch (*b) {
    case 0:
        free(b);
        free(a);
        return 0;
    case 1:
        *b = a[1];
        free(a);
        if (*b > 10) {
            free(b);
            return 10;
        }
        free(b);
        return 1;
    default:
        break;
    }
    free(a);
    free(b);
    return 2;
}

int main(void)
{
    int sum = 0, i;
    for (i = 0; i < 10; i++)
        sum += work(symheap_nondet_int());
    return sum > 0;
}

/* unsafe: out-of-bounds at line 11.  The array is as long as its length says, and is filled up to and with it. */
#include <stdlib.h>
int nondet(void);

int main(void) {
    unsigned length = nondet(), i;
    if (length == 0 || length > 4)
        return 0;
    int *cells = malloc(length * sizeof *cells);
    for (i = 0; i <= length; i++)
        cells[i] = i;
    free(cells);
    return 0;
}

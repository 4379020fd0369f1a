/* unsafe: use-after-free at line 14.  The cell is released in the third round. */
#include <stdlib.h>
int nondet(void);

int main(void) {
    int rounds = 0;
    int *cell = malloc(sizeof *cell);
    while (nondet()) {
        rounds = rounds + 1;
        if (rounds == 3)
            free(cell);
        if (rounds > 3)
            break;
        *cell = rounds;
    }
    return 0;
}

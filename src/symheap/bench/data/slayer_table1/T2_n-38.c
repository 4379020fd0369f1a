/* unsafe: use-after-free at line 14.  A machine of three states that can come to its last state twice. */
#include <stdlib.h>
int nondet(void);

int main(void) {
    int state = 0, left = 8;
    int *cell = malloc(sizeof *cell);
    while (left > 0) {
        left = left - 1;
        if (state == 0) {
            if (nondet())
                state = 1;
        } else if (state == 1) {
            *cell = left;
            if (nondet())
                state = 2;
        } else if (nondet()) {
            state = 0;
        }
        if (state == 2 && nondet()) {
            free(cell);
            state = 3;
        } else if (state == 3) {
            cell = left > 2 ? malloc(sizeof *cell) : cell;
            state = 2;
        }
    }
    return 0;
}

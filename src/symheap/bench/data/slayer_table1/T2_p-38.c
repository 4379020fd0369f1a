/* unsafe: invalid-free at line 24.  The pointer walks away from its object, and has to be back before it is freed. */
#include <stdlib.h>
int nondet(void);

int main(void) {
    char *start = malloc(16);
    char *p = start;
    int ahead = 0, budget = 12;
    while (budget > 0) {
        int what = nondet();
        budget = budget - 1;
        if (what == 1 && ahead < 8) {
            p = p + 1;
            ahead = ahead + 1;
        } else if (what == 2 && ahead > 0) {
            p = p - 1;
            ahead = ahead - 1;
        } else if (what == 3) {
            *p = 1;
        } else if (what > 5) {
            break;
        }
    }
    free(p);
    return 0;
}

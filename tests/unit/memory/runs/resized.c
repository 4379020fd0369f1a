// status 65
#include <stdlib.h>

int main(void)
{
    int *a = calloc(2, sizeof *a);
    int sum = 0, capacity = 2;
    for (int i = 0; i < 12; i++) {
        if (i == capacity) {
            capacity *= 2;
            a = realloc(a, (size_t)capacity * sizeof *a);
        }
        a[i] = i > 1 ? i : a[i];
    }
    for (int i = 0; i < 12; i++)
        sum += a[i];
    a = realloc(a, sizeof *a);
    sum += a[0];
    free(a);
    free(NULL);
    return sum;
}

// error use-after-free
#include <stdlib.h>

int main(void)
{
    int *p = malloc(8), *q = p + 1;
    *q = 1;
    free(p);
    return *q;
}

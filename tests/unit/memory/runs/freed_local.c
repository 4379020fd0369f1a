// error invalid-free
#include <stdlib.h>

int main(void)
{
    int a[2] = {1, 2};
    int *p = a;
    free(p);
    return 0;
}

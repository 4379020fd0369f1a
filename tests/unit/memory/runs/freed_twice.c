// error double-free
#include <stdlib.h>

static void drop(int **p) { free(*p); }

int main(void)
{
    int *p = malloc(8);
    drop(&p);
    drop(&p);
    return 0;
}

// exit
#include <stdlib.h>

static void deep(int n)
{
    if (n == 0)
        exit(3);
    deep(n - 1);
}

int main(void)
{
    deep(4);
    return 1;
}

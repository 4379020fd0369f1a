// error out-of-bounds
#include <stdlib.h>

int main(void)
{
    char *p = malloc(5);
    for (int i = 0; i <= 5; i++)
        p[i] = 'a';
    return 0;
}

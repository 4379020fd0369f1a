// status 34
#include <string.h>

int main(void)
{
    unsigned char a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8];
    int sum = 0;
    memcpy(b, a, sizeof a);
    memmove(a + 2, a, 6);
    memset(b + 6, 3, 2);
    for (int i = 0; i < 8; i++)
        sum += a[i] * (i == 7) + b[i];
    return sum + (a[2] == 1 && a[7] == 6);
}

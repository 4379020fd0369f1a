// error assertion
#include <assert.h>

int main(void)
{
    int a = 3;
    assert(a == 3);
    a++;
    assert(a == 3);
    return 0;
}

// error out-of-bounds
#include <string.h>

static char text[4];

int main(void)
{
    strcpy(text, "four");
    return text[0];
}

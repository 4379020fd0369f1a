// symheap: safe
// The length of a string constant, and a copy with room for the zero.

#include <stdlib.h>

extern int symheap_nondet_int(void);

static const char greeting[] = "hello";

static unsigned length(const char *text)
{
    unsigned count = 0;
    while (text[count])
        count++;
    return count;
}

int main(void)
{
    char *copy = malloc(length(greeting) + 1);
    unsigned i = 0;
    while (greeting[i]) {
        copy[i] = greeting[i];
        i++;
    }
    copy[i] = 0;
    i = (unsigned)copy[0];
    free(copy);
    return (int)i;
}

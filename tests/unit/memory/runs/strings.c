// status 40
#include <string.h>

static const char *const words[] = {"list", "segment", "", "heap"};

int main(void)
{
    char text[32] = "a";
    int total = 0;
    for (int i = 0; i < 4; i++) {
        strcat(text, words[i]);
        total += (int)strlen(words[i]);
    }
    if (strcmp(text, "alistsegmentheap") != 0 || strchr(text, 's') != text + 3 || strcmp("b", "a") <= 0)
        return 1;
    total += text[1] - 'a' + (int)(strrchr(text, 'e') - text) + (text[16] == 0) + text[31];
    return total;
}

/* Models of the library that are exact.  Returns 0 if everything is as C says, else a line. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#define CHECK(condition) do { if (!(condition)) return __LINE__; } while (0)

static int ordered(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int numbers[5] = {5, 3, 1, 4, 2}, key = 4, *heap;
    char text[32], *token, *copy;
    qsort(numbers, 5, sizeof(int), ordered);
    CHECK(numbers[0] == 1 && numbers[2] == 3 && numbers[4] == 5);
    CHECK(bsearch(&key, numbers, 5, sizeof(int), ordered) == &numbers[3]);
    strcpy(text, "hello");
    strcat(text, " world");
    CHECK(strlen(text) == 11 && !strcmp(text, "hello world") && strchr(text, 'w') == text + 6);
    CHECK(strstr(text, "lo w") == text + 3 && strrchr(text, 'o') == text + 7 && !strncmp(text, "help", 3));
    CHECK(strcmp("a", "b") < 0 && strspn("aab", "a") == 2 && strcspn("aab", "b") == 2 && *strpbrk("xyz", "zy") == 'y');
    copy = strdup(text);
    CHECK(!memcmp(copy, text, 12) && memchr(copy, 'w', 11) == copy + 6);
    free(copy);
    token = strtok(text, " ");
    CHECK(!strcmp(token, "hello"));
    token = strtok(0, " ");
    CHECK(!strcmp(token, "world") && !strtok(0, " "));
    CHECK(atoi(" -42x") == -42 && abs(-3) == 3 && labs(-3) == 3);
    CHECK(isalpha('x') && !isalpha('1') && isdigit('1') && isspace('\t') && toupper('a') == 'A' && tolower('A') == 'a');
    heap = malloc(4 * sizeof *heap);
    heap[0] = 7;
    heap = realloc(heap, 80);
    CHECK(heap[0] == 7);
    heap[19] = 1;
    free(heap);
    heap = calloc(3, sizeof *heap);
    CHECK(heap[2] == 0);
    memset(heap, 1, 8);
    memmove(heap + 1, heap, 8);
    CHECK(heap[2] == 0x01010101);
    free(heap);
    free(0);
    return 0;
}

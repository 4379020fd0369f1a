// symheap: safe
// rounds: 1
// Every word has a spelling and a meaning, each of its own.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct word {
    char *spelling;
    struct word *next;
    int *meaning;
};

int main(void)
{
    struct word *words = NULL;
    while (symheap_nondet_int()) {
        struct word *w = malloc(sizeof *w);
        w->spelling = malloc(8);
        w->meaning = malloc(sizeof(int));
        w->next = words;
        words = w;
    }
    for (struct word *w = words; w; w = w->next) {
        w->spelling[7] = 0;
        *w->meaning = 1;
    }
    while (words) {
        struct word *next = words->next;
        free(words->meaning);
        free(words->spelling);
        free(words);
        words = next;
    }
    return 0;
}

// symheap: safe
// rounds: 1
// Every entry owns an object, as in Fig. 1 of the paper: a bare spine forgets it, and Data may be anything.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct entry {
    int *Data;
    struct entry *Flink;
};

int main(void)
{
    struct entry *head = NULL, *item;
    while (symheap_nondet_int()) {
        item = malloc(sizeof *item);
        item->Data = malloc(sizeof(int));
        item->Flink = head;
        head = item;
    }
    while (head) {
        item = head;
        head = item->Flink;
        free(item->Data);
        free(item);
    }
    return 0;
}

// symheap: unsafe use-after-free at 27
// The link is read after its node is freed, if the node is not one of the first four.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    struct node *next;
    int early;
};

int main(void)
{
    int count = symheap_nondet_int();
    struct node *list = NULL;
    for (int i = 0; i < count; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = list;
        fresh->early = i <= 3;
        list = fresh;
    }
    while (list) {
        struct node *gone = list;
        if (!list->early)
            free(gone);
        list = list->next;
        if (gone->early)
            free(gone);
    }
    return 0;
}

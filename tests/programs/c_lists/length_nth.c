// symheap: safe
// A node is looked up by an index that is smaller than the length.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    int length, index, i;
    int n = symheap_nondet_int();
    for (length = 0; length < n; length++) {
        p = malloc(sizeof *p);
        p->data = 0;
        p->next = list;
        list = p;
    }
    index = symheap_nondet_int();
    if (0 <= index && index < length) {
        p = list;
        for (i = 0; i < index; i++)
            p = p->next;
        p->data = 1;
    }
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}

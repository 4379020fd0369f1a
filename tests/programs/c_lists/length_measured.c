// symheap: safe
// The length of a list is measured, and an array of that length takes its numbers.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *p;
    size_t length = 0, i = 0;
    int *array;
    while (symheap_nondet_int()) {
        p = malloc(sizeof *p);
        p->data = symheap_nondet_int();
        p->next = list;
        list = p;
    }
    if (!list)
        return 0;
    for (p = list; p; p = p->next)
        length++;
    array = malloc(length * sizeof *array);
    while (list) {
        p = list->next;
        array[i++] = list->data;
        free(list);
        list = p;
    }
    free(array);
    return 0;
}

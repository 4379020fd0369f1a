// A list whose items each own a number.
#include <stdlib.h>

struct item {
    int *data;
    struct item *next;
};

int nondet(void);

int main(void) {
    struct item *head = NULL, *item;
    while (nondet()) {
        item = malloc(sizeof *item);
        item->data = malloc(sizeof *item->data);
        item->next = head;
        head = item;
    }
    while (head != NULL) {
        item = head;
        head = item->next;
        free(item->data);
        free(item);
    }
    return 0;
}

// status 60
#include <stddef.h>
#include <stdlib.h>

struct link { struct link *next, *prev; };
struct item { int value; struct link link; };

#define item_of(at) ((struct item *)((char *)(at) - offsetof(struct item, link)))

int main(void)
{
    struct link head = {&head, &head};
    int sum = 0;
    for (int i = 1; i <= 3; i++) {
        struct item *made = malloc(sizeof *made);
        made->value = 10 * i;
        made->link.next = &head;
        made->link.prev = head.prev;
        head.prev->next = &made->link;
        head.prev = &made->link;
    }
    while (head.next != &head) {
        struct item *first = item_of(head.next);
        first->link.prev->next = first->link.next;
        first->link.next->prev = first->link.prev;
        sum += first->value;
        free(first);
    }
    return sum;
}

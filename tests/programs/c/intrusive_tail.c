// symheap: safe
// Objects join an intrusive list at its end and leave at its front.

#include <stdlib.h>
#include "list.h"

extern int symheap_nondet_int(void);

struct message {
    int kind;
    int text;
    struct list_head link;
};

static void drop_first(struct list_head *queue)
{
    struct list_head *first = queue->next;
    list_del(first);
    free(list_entry(first, struct message, link));
}

int main(void)
{
    LIST_HEAD(queue);
    while (symheap_nondet_int()) {
        struct message *m = malloc(sizeof *m);
        m->kind = symheap_nondet_int();
        m->text = 0;
        list_add_tail(&m->link, &queue);
    }
    while (!list_empty(&queue))
        drop_first(&queue);
    return 0;
}

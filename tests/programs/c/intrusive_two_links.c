// symheap: safe
// Objects have a link for each of two lists, and are in one of them at a time.

#include <stdlib.h>
#include "list.h"

extern int symheap_nondet_int(void);

struct file {
    int size;
    struct list_head opened;
    struct list_head closed;
};

int main(void)
{
    LIST_HEAD(opened);
    LIST_HEAD(closed);
    while (symheap_nondet_int()) {
        struct file *f = malloc(sizeof *f);
        f->size = symheap_nondet_int();
        list_add(&f->opened, &opened);
    }
    if (!list_empty(&opened)) {
        struct file *f = list_first_entry(&opened, struct file, opened);
        list_del(&f->opened);
        list_add(&f->closed, &closed);
    }
    while (!list_empty(&closed)) {
        struct file *f = list_first_entry(&closed, struct file, closed);
        list_del(&f->closed);
        free(f);
    }
    while (!list_empty(&opened)) {
        struct file *f = list_first_entry(&opened, struct file, opened);
        opened.next = f->opened.next;
        free(f);
    }
    return 0;
}

// symheap: safe
// rounds: 1
// Orders are collected by a function that keeps its list in a local of its own until it returns.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct order {
    struct order *next;
    int *amount;
};

struct book {
    struct order *first;
    int count;
};

static void add(struct book *book)
{
    struct order *o = malloc(sizeof *o);
    o->amount = malloc(sizeof(int));
    *o->amount = 1;
    o->next = book->first;
    book->first = o;
}

static struct order *collected(int *total)
{
    struct book book = {NULL, 0};
    while (symheap_nondet_int()) {
        add(&book);
        book.count = 1;
    }
    for (struct order *o = book.first; o; o = o->next)
        *total = *total | *o->amount;
    return book.first;
}

int main(void)
{
    int total = 0;
    struct order *orders = collected(&total);
    while (orders) {
        struct order *next = orders->next;
        free(orders->amount);
        free(orders);
        orders = next;
    }
    return total;
}

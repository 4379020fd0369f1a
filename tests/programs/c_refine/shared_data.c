// symheap: safe
// rounds: 2
// Two lists of users of one printer, which outlives both.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct printer {
    int pages;
};

struct user {
    struct printer *prints_on;
    struct user *next;
};

struct guest {
    int number;
    struct printer *prints_on;
    struct guest *next;
};

int main(void)
{
    struct printer *printer = malloc(sizeof *printer);
    struct user *users = NULL;
    struct guest *guests = NULL;
    printer->pages = 0;
    while (symheap_nondet_int()) {
        struct user *u = malloc(sizeof *u);
        u->prints_on = printer;
        u->next = users;
        users = u;
    }
    while (symheap_nondet_int()) {
        struct guest *g = malloc(sizeof *g);
        g->number = symheap_nondet_int();
        g->prints_on = printer;
        g->next = guests;
        guests = g;
    }
    while (users) {
        struct user *next = users->next;
        users->prints_on->pages++;
        free(users);
        users = next;
    }
    while (guests) {
        struct guest *next = guests->next;
        guests->prints_on->pages++;
        free(guests);
        guests = next;
    }
    free(printer);
    return 0;
}

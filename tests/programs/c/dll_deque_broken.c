// symheap: unsafe null-dereference at 58
// The node taken out may be the only one: there is no new last node whose link could be set.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *prev, *next;
};

struct deque {
    struct node *front, *back;
};

static void push_front(struct deque *d, int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->prev = NULL;
    n->next = d->front;
    if (d->front)
        d->front->prev = n;
    else
        d->back = n;
    d->front = n;
}

static void push_back(struct deque *d, int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = NULL;
    n->prev = d->back;
    if (d->back)
        d->back->next = n;
    else
        d->front = n;
    d->back = n;
}

static void pop_front(struct deque *d)
{
    struct node *n = d->front;
    d->front = n->next;
    if (d->front)
        d->front->prev = NULL;
    else
        d->back = NULL;
    free(n);
}

static void pop_back(struct deque *d)
{
    struct node *n = d->back;
    d->back = n->prev;
        d->back->next = NULL;
    free(n);
}

int main(void)
{
    struct deque d = {NULL, NULL};
    while (symheap_nondet_int()) {
        switch (symheap_nondet_int()) {
        case 0:
            push_front(&d, symheap_nondet_int());
            break;
        case 1:
            push_back(&d, symheap_nondet_int());
            break;
        case 2:
            if (d.front)
                pop_front(&d);
            break;
        default:
            if (d.back)
                pop_back(&d);
        }
    }
    while (d.front)
        pop_front(&d);
    return 0;
}

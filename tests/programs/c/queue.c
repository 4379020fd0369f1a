// symheap: safe
// A queue with pointers to its first and last node.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

struct queue {
    struct node *head;
    struct node *tail;
};

static void enqueue(struct queue *q, int data)
{
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = NULL;
    if (q->tail)
        q->tail->next = n;
    else
        q->head = n;
    q->tail = n;
}

static int dequeue(struct queue *q)
{
    struct node *n = q->head;
    int data = n->data;
    q->head = n->next;
    if (!q->head)
        q->tail = NULL;
    free(n);
    return data;
}

int main(void)
{
    struct queue q = {NULL, NULL};
    int sum = 0;
    while (symheap_nondet_int()) {
        if (symheap_nondet_int())
            enqueue(&q, symheap_nondet_int());
        else if (q.head)
            sum += dequeue(&q);
    }
    while (q.head)
        sum += dequeue(&q);
    return sum;
}

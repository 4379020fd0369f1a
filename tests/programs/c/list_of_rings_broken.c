// symheap: unsafe use-after-free at 38
// The head of the ring is freed first and then compared with.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct bead {
    struct bead *next;
};

struct node {
    struct bead *ring;
    struct node *next;
};

static struct bead *new_ring(void)
{
    struct bead *head = malloc(sizeof *head);
    head->next = head;
    while (symheap_nondet_int()) {
        struct bead *b = malloc(sizeof *b);
        b->next = head->next;
        head->next = b;
    }
    return head;
}

static void free_ring(struct bead *head)
{
    struct bead *b = head->next;
    free(head);
    while (b != head) {
        struct bead *next = b->next;
        free(b);
        b = next;
    }
    b->next = NULL;
}

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->ring = new_ring();
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        free_ring(list->ring);
        free(list);
        list = next;
    }
    return 0;
}

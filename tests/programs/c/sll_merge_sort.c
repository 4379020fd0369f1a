// symheap: safe
// Merge sort of a list: halves are cut off, sorted by recursion, and merged.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *merge(struct node *a, struct node *b)
{
    struct node head, *end = &head;
    while (a && b) {
        if (a->data <= b->data) {
            end->next = a;
            a = a->next;
        } else {
            end->next = b;
            b = b->next;
        }
        end = end->next;
    }
    end->next = a ? a : b;
    return head.next;
}

static struct node *second_half(struct node *list)
{
    struct node *slow = list, *fast = list->next, *rest;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    rest = slow->next;
    slow->next = NULL;
    return rest;
}

static struct node *sort(struct node *list)
{
    struct node *rest;
    if (!list || !list->next)
        return list;
    rest = second_half(list);
    return merge(sort(list), sort(rest));
}

int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = symheap_nondet_int();
        n->next = list;
        list = n;
    }
    list = sort(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

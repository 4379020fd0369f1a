// status 55
#include <stdlib.h>

struct node { struct node *next; int value; };

static struct node *push(struct node *list, int value)
{
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->value = value;
    return n;
}

static struct node *reverse(struct node *list)
{
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

int main(void)
{
    struct node *list = NULL;
    int sum = 0, last = 0;
    for (int i = 1; i <= 10; i++)
        list = push(list, i);
    list = reverse(list);
    while (list) {
        struct node *next = list->next;
        if (list->value <= last)
            return 1;
        last = list->value;
        sum += list->value;
        free(list);
        list = next;
    }
    return sum;
}

// error null-dereference
#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void)
{
    struct node *n = calloc(1, sizeof *n);
    return n->next->value;
}

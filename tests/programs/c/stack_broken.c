// symheap: unsafe null-dereference at 30
// Pop does not test for the empty stack.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct entry {
    int value;
    struct entry *below;
};

struct stack {
    struct entry *top;
    int depth;
};

static void push(struct stack *s, int value)
{
    struct entry *e = malloc(sizeof *e);
    e->value = value;
    e->below = s->top;
    s->top = e;
    s->depth++;
}

static int pop(struct stack *s, int *value)
{
    struct entry *e = s->top;
    *value = e->value;
    s->top = e->below;
    s->depth--;
    free(e);
    return 1;
}

int main(void)
{
    struct stack s = {NULL, 0};
    int value = 0;
    while (symheap_nondet_int()) {
        if (symheap_nondet_int())
            push(&s, symheap_nondet_int());
        else
            pop(&s, &value);
    }
    while (s.top && pop(&s, &value)) {
    }
    return value;
}

// symheap: safe
// Nodes on the stack of main are linked into a list.

extern int symheap_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *list;

static void enter(struct node *n, int data)
{
    n->data = data;
    n->next = list;
    list = n;
}

int main(void)
{
    struct node a, b, c;
    int sum = 0;
    enter(&a, symheap_nondet_int());
    enter(&b, 2);
    enter(&c, 3);
    for (struct node *n = list; n; n = n->next)
        sum += n->data;
    return sum;
}

/* A list is made, turned round and freed. */
void *malloc(unsigned long size);
void free(void *address);
int nondet(void);

struct node {
    int data;
    struct node *next;
};

static struct node *create(void)
{
    struct node *head = 0;
    while (nondet()) {
        struct node *n = malloc(sizeof(struct node));
        n->data = 42;
        n->next = head;
        head = n;
    }
    return head;
}

static struct node *reverse(struct node *x)
{
    struct node *y = 0, *t;
    while (x != 0) {
        t = x->next;
        x->next = y;
        y = x;
        x = t;
    }
    return y;
}

int main(void)
{
    struct node *l = reverse(create());
    for (struct node *n; l; l = n) {
        n = l->next;
        free(l);
    }
    return 0;
}

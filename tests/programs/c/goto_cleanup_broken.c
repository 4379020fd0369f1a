// symheap: unsafe double-free at 26
// One label too high: the first block is freed twice.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct pair {
    int *left;
    int *right;
};

static struct pair *new_pair(void)
{
    struct pair *p = malloc(sizeof *p);
    if (symheap_nondet_int())
        goto no_left;
    p->left = malloc(sizeof(int));
    if (symheap_nondet_int()) {
        free(p);
        goto no_left;
    }
    p->right = malloc(sizeof(int));
    return p;
no_left:
    free(p);
    return NULL;
}

int main(void)
{
    struct pair *p = new_pair();
    if (p) {
        free(p->left);
        free(p->right);
        free(p);
    }
    return 0;
}

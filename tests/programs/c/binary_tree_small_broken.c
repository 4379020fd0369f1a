// symheap: unsafe use-after-free at 30
// The parent is asked after it was freed.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct tree {
    struct tree *left, *right, *parent;
    int data;
};

static struct tree *leaf(struct tree *parent)
{
    struct tree *t = malloc(sizeof *t);
    t->left = t->right = NULL;
    t->parent = parent;
    t->data = symheap_nondet_int();
    return t;
}

int main(void)
{
    struct tree *root = leaf(NULL), *best;
    int data;
    root->left = leaf(root);
    root->right = leaf(root);
    best = root->left->data > root->right->data ? root->left : root->right;
    free(root->parent ? root->left : best->parent);
    data = best->parent->data;
    free(root->left);
    free(root->right);
    free(root);
    return data;
}

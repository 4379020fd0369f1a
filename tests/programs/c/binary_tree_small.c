// symheap: safe
// A tree of three nodes with links to the parent.

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
    data = best->parent->data;
    free(root->left);
    free(root->right);
    free(root);
    return data;
}

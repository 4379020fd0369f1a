/* unsafe: null-dereference at line 11.  A countdown that ends at a pointer which was set on one of two ways only. */
int nondet(void);

int main(void) {
    int cell = 0, n = nondet();
    int *p = 0;
    if (nondet())
        p = &cell;
    while (n > 0)
        n = n - 1;
    *p = n;
    return 0;
}

/* unsafe: null-dereference at line 13.  Two counters; the pointer is lost when the second one passes the first. */
int nondet(void);

int main(void) {
    int cell = 0, x = nondet(), y = nondet();
    int *p = &cell;
    while (x > y) {
        x = x - 1;
        y = y + 1;
    }
    if (x < y)
        p = 0;
    *p = 1;
    return 0;
}

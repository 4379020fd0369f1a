/* unsafe: out-of-bounds at line 5.  An array that is passed to a function is a pointer there: nobody knows its length. */
int nondet(void);

static void set(int cells[8], int at) {
    cells[at] = 1;
}

int main(void) {
    int cells[4];
    int at = nondet();
    if (at >= 0 && at < 8)
        set(cells, at);
    return 0;
}

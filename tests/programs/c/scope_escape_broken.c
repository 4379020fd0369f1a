// symheap: unsafe use-after-scope at 15
// The pointer is used when the block of the local is left.

extern int symheap_nondet_int(void);

int main(void)
{
    int outer = 1;
    int *p = &outer;
    if (symheap_nondet_int()) {
        int inner = 2;
        p = &inner;
        *p = 3;
    }
    *p = 4;
    return outer;
}

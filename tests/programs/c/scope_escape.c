// symheap: safe
// A pointer to a local is used while the local lives.

extern int symheap_nondet_int(void);

int main(void)
{
    int outer = 1;
    int *p = &outer;
    if (symheap_nondet_int()) {
        int inner = 2;
        p = &inner;
        *p = 3;
        p = &outer;
    }
    *p = 4;
    return outer;
}

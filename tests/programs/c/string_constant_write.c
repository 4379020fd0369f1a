// symheap: safe
// An array that was initialised with a string may be changed.

extern int symheap_nondet_int(void);

int main(void)
{
    char word[] = "cat";
    if (symheap_nondet_int())
        word[0] = 'b';
    return word[0];
}

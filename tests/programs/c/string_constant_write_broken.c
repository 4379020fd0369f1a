// symheap: unsafe write-to-constant at 10
// A pointer to the constant itself is written through.

extern int symheap_nondet_int(void);

int main(void)
{
    char *word = "cat";
    if (symheap_nondet_int())
        word[0] = 'b';
    return word[0];
}

// symheap: unsafe out-of-bounds at 15
// The last index is one too large.

extern int symheap_nondet_int(void);

#define SIZE 10

int main(void)
{
    int data[SIZE];
    int sum = 0;
    for (int i = 0; i < SIZE; i++)
        data[i] = symheap_nondet_int();
    for (int i = 0; i <= SIZE; i++)
        sum += data[i];
    return sum;
}

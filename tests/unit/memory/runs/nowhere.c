// error invalid-dereference
int main(void)
{
    int *p = (int *)0x7000000001230L;
    return *p;
}

// error use-after-scope
int main(void)
{
    int *p;
    {
        int a = 3;
        p = &a;
    }
    *p = 4;
    return 0;
}

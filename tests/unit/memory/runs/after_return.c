// error use-after-scope
static int *address(void)
{
    int a = 3;
    int *p = &a;
    return p;
}

int main(void) { return *address(); }

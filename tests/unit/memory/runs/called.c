// error invalid-call
static void (*hook)(int);

int main(void)
{
    hook(1);
    return 0;
}

// error write-to-constant
int main(void)
{
    char *text = "abc";
    text[1] = 'x';
    return 0;
}

// error out-of-bounds
int main(void)
{
    int a[4] = {0}, sum = 0;
    for (int i = 0; i <= 4; i++)
        sum += a[i];
    return sum;
}

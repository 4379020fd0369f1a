// status 63
int main(void)
{
    int a = -7, b = 2;
    unsigned ua = (unsigned)a, ub = 2;
    long long big = -9000000000LL;
    int right = 0;
    if (a / b == -3) right |= 1;
    if (a % b == -1) right |= 2;
    if (ua / ub == 2147483644u) right |= 4;
    if (ua % 10u == 9) right |= 8;
    if (big / 7 == -1285714285LL && big % 7 == -5) right |= 16;
    if (7 / -b == -3 && 7 % -b == 1) right |= 32;
    return right;
}

// status 31
int main(void)
{
    int a = -16, n = 3;
    unsigned u = 0x80000001u;
    unsigned char c = 0xf0;
    long long one = 1;
    int right = 0;
    if (a >> n == -2) right |= 1;
    if (u >> n == 0x10000000u) right |= 2;
    if (u << 1 == 2u) right |= 4;
    if ((c << 4) == 0xf00 && (unsigned char)(c << 1) == 0xe0) right |= 8;
    if (one << 40 == 1099511627776LL) right |= 16;
    return right;
}

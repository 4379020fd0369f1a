// status 127
int main(void)
{
    char c = (char)200;
    unsigned char u = (unsigned char)300;
    short s = (short)70000;
    long l = -1;
    unsigned v = (unsigned)l;
    int right = 0;
    if ((signed char)c == -56) right |= 1;
    if (u == 44) right |= 2;
    if (s == 4464) right |= 4;
    if (v == 0xffffffffu && (long)v != l) right |= 8;
    if (-1 > 1u) right |= 16;
    if ((long)-1 < 1) right |= 32;
    if ((_Bool)256 == 1) right |= 64;
    return right;
}

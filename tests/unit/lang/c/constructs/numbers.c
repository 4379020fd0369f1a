/* Numbers: sizes, conversions, operators.  Returns 0 if everything is as C says, else a line. */
#define CHECK(condition) do { if (!(condition)) return __LINE__; } while (0)

unsigned long long big(void)
{
    return 0xFFFFFFFFFFFFFFFFull;
}

int integers(void)
{
    int seven = -7, n;
    unsigned unsigned_seven = 7;
    unsigned char byte = 250;
    char c = 127;
    short s = 32767;
    long long wide = 1LL << 40;
    CHECK(seven / 2 == -3 && seven % 2 == -1 && seven >> 1 == -4 && (unsigned)seven >> 28 == 15);
    CHECK(-7 / 2 == -3 && -7 % 2 == -1 && -7 >> 1 == -4 && unsigned_seven / 2 == 3);
    CHECK(-1 > 1u && -1 < 1 && (unsigned char)300 == 44 && (signed char)200 == -56 && (short)70000 == 4464);
    CHECK(big() > 0 && (long long)big() == -1 && big() / 2 == 0x7fffffffffffffffull);
    byte += 10;
    CHECK(byte == 4);
    byte = ~byte;
    CHECK(byte == 251);
    c++;
    CHECK(c == -128);
    s += 1;
    CHECK(s == -32768);
    CHECK(wide >> 38 == 4);
    n = wide;
    CHECK(n == 0);
    CHECK(~0 == -1 && -(-3) == 3 && +3 == 3 && !5 == 0 && !!5 == 1);
    CHECK((3 & 5) == 1 && (3 | 5) == 7 && (3 ^ 5) == 6 && 1 << 4 == 16);
    n = 5;
    n <<= 2;
    n |= 1;
    n ^= 4;
    n %= 10;
    n *= 3;
    n -= 1;
    n /= 2;
    n &= 6;
    n >>= 1;
    CHECK(n == 1);
    return 0;
}

int constants(void)
{
    CHECK('a' == 97 && '\0' == 0 && '\377' == -1 && L'x' == 'x' && '\x41' == 65);
    CHECK(0x1F == 31 && 017 == 15 && 1u == 1 && 4294967295u > 0 && 2147483648 > 0);
    CHECK(sizeof(char) == 1 && sizeof 'a' == 4 && sizeof(1 == 1) == 4 && sizeof(1 ? 2 : 3.0) == 8);
    CHECK(sizeof((char)1 + (char)1) == 4 && sizeof(int[3]) == 12 && sizeof(struct { char c; int i; }) == 8);
    return 0;
}

int floats(void)
{
    double e = 1.5;
    float g = 0.1f;
    unsigned large = 3000000000u;
    _Bool flag = 256;
    e *= 3;
    CHECK(e == 4.5 && e != 4 && e > 4 && !(e < 4) && (int)-e == -4);
    CHECK(g != 0.1 && (g ? 1 : 2) == 1 && !0.0 && -0.5 < 0);
    e++;
    CHECK(e == 5.5);
    CHECK((double)large == 3e9 && (unsigned)3e9 == large && 5 / 2.0 == 2.5);
    CHECK(flag == 1);
    flag = 0.5;
    CHECK(flag);
    flag = (void *)0;
    CHECK(!flag);
    return 0;
}

int increments(void)
{
    int x = 3, y;
    y = x-- - 1;
    CHECK(y == 2 && x == 2);
    y = --x;
    CHECK(y == 1);
    y = x++;
    CHECK(y == 1 && x == 2);
    x = (y = 4, y + 1);
    CHECK(x == 5);
    return 0;
}

int main(void)
{
    int line = integers();
    if (!line)
        line = constants();
    if (!line)
        line = floats();
    if (!line)
        line = increments();
    return line;
}

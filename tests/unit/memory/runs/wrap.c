// status 5
static int least(void) { return -2147483647 - 1; }

int main(void)
{
    int a = 2147483647;
    unsigned u = 0;
    signed char c = 127;
    short s = 32767;
    int right = 0;
    a += 1;
    u -= 1;
    c++;
    s = (short)(s + 2);
    right += a == least();
    right += u == 4294967295u;
    right += c == -128;
    right += s == -32767;
    right += least() * least() == 0;
    return right;
}

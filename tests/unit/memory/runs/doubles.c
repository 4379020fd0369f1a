// status 31
int main(void)
{
    volatile double a = 0.1, b = 0.2, zero = 0;
    volatile float f = 16777216.0f, g = 1.5f;
    int right = 0;
    if (a + b != 0.3) right |= 1;
    if (f + 1.0f == f) right |= 2;
    if ((int)(a * 100 / b) == 50 && (int)-g == -1) right |= 4;
    if (1 / zero > 1e300 && zero / zero != zero / zero) right |= 8;
    if ((float)16777219 == 16777220.0f && (double)(float)a != a) right |= 16;
    return right;
}

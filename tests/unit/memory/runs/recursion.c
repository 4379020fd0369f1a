// status 116
static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int fibonacci(int n)
{
    int parts[2];
    if (n < 2)
        return n;
    parts[0] = fibonacci(n - 1);
    parts[1] = fibonacci(n - 2);
    return parts[0] + parts[1];
}

int main(void) { return ackermann(2, 3) * 3 + fibonacci(11); }

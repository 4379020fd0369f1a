// status 49
typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int times(int a, int b) { return a * b; }
static int minus(int a, int b) { return a - b; }

static operation const table[] = {add, times, minus};

static int applied(operation f, int a, int b) { return (*f)(a, b); }

int main(void)
{
    int total = 0;
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        total += applied(table[i], 7, 5);
    return table[0] != table[1] && table[2] == minus ? total : 0;
}

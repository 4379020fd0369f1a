/* Statements, calls, scopes.  Returns 0 if everything is as C says, else a line. */
#define CHECK(condition) do { if (!(condition)) return __LINE__; } while (0)

struct point { int x, y; };
struct big { int a[10]; };
typedef int (*function)(int);
static int order;

static int tick(int n)
{
    order = order * 10 + n;
    return n;
}

int chosen(int x)
{
    int r = 0;
    switch (x) {
        int never;
    case 1:
        r += 1;
    case 2:
        r += 2;
        break;
    default:
        r += 100;
        break;
    case 3: {
        int k = 5;
        r += k;
    case 4:
        k = 7;
        r += k;
    }
    }
    return r;
}

void copied(char *to, char *from, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
        case 7: *to++ = *from++;
        case 6: *to++ = *from++;
        case 5: *to++ = *from++;
        case 4: *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        } while (--n > 0);
    }
}

int jumps(int n)
{
    int s = 0, i = 0;
loop:
    if (i >= n)
        goto out;
    {
        int a[2], *p = a;
        a[0] = i;
        if (i % 2) {
            i++;
            goto loop;
        }
        s += *p;
    }
    i++;
    goto loop;
out:
    return s;
}

static int next(void)
{
    static int n = 3;
    return n++;
}

int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

int old_style(a, b)
    int a;
    char b;
{
    return a + b;
}

static struct point made(int x, int y)
{
    struct point p = {x, y};
    return p;
}

int sum(struct point p)
{
    p.x++;
    return p.x + p.y;
}

struct big changed(struct big b)
{
    b.a[3] = 42;
    return b;
}

int squares(int n)
{
    int a[n], s = 0;
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s + sizeof a;
}

int mixed(char a, short b, long c, unsigned char d, float e, double f)
{
    return a + b + c + d + (int)e + (int)f;
}

static int increased(int n)
{
    return n + 1;
}

int statements(void)
{
    int n = 0, x = 1;
    char from[20], to[20];
    for (int i = 0; i < 10; i++) {
        if (i == 3)
            continue;
        if (i == 6)
            break;
        n += i;
    }
    CHECK(n == 12);
    do
        n--;
    while (n > 5);
    CHECK(n == 5);
    while (1) {
        if (n++ > 8)
            break;
    }
    CHECK(n == 10);
    CHECK(chosen(1) == 3 && chosen(2) == 2 && chosen(3) == 12 && chosen(4) == 7 && chosen(9) == 100);
    for (int i = 0; i < 20; i++)
        from[i] = i;
    copied(to, from, 19);
    CHECK(to[18] == 18 && to[7] == 7 && jumps(7) == 12);
    {
        int x = 9;
        {
            int x = 10;
            CHECK(x == 10);
        }
        CHECK(x == 9);
    }
    CHECK(x == 1);
    return 0;
}

int conditions(void)
{
    int x = 1, y = 4, k;
    k = tick(1) + tick(2) * tick(3);
    CHECK(order == 123 && k == 7);
    order = 0;
    tick(0) && tick(1);
    CHECK(order == 0);
    tick(1) || tick(2);
    CHECK(order == 1);
    k = tick(0) ? tick(1) : tick(2);
    CHECK(k == 2 && order == 102);
    k = x && y || !x;
    CHECK(k == 1);
    k = !(x && y);
    CHECK(k == 0);
    k = (x == 1) + (y == y) + (x != 1);
    CHECK(k == 2);
    if (x == 1 && (y || x) && !(x != 1))
        k = 50;
    CHECK(k == 50);
    return 0;
}

int calls(void)
{
    struct point p = made(1, 2), q = p;
    struct big b = {{1, 2, 3, 4}}, c = changed(b);
    function f = increased;
    CHECK(sum(q) == 4 && q.x == 1 && made(3, 4).y == 4);
    CHECK(b.a[3] == 4 && c.a[3] == 42 && c.a[9] == 0 && changed(b).a[3] == 42);
    CHECK(f(3) == 4 && (*f)(3) == 4 && (**f)(3) == 4 && f == &increased);
    CHECK(factorial(5) == 120 && old_style(1, 258) == 3 && squares(5) == 50);
    next();
    CHECK(next() == 4);
    CHECK(mixed(1, 2, 3, 4, 5.9f, 6.9) == 21 && mixed(257, 2, 3, 4, 5, 6) == 21);
    return 0;
}

int extensions(int x)
{
    __typeof__(x) t = 3;
    int n = ({ int u = 3; u * 2; });
    CHECK(n == 6 && (n ?: 9) == 6 && (0 ?: 9) == 9 && sizeof t == 4);
    switch (n) {
    case 1 ... 5:
        n = 0;
        break;
    case 6 ... 9:
        n = 1;
    }
    CHECK(n == 1 && _Generic(1.0, int: 1, double: 2, default: 3) == 2);
    return 0;
}

int main(void)
{
    int line = statements();
    if (!line)
        line = conditions();
    if (!line)
        line = calls();
    if (!line)
        line = extensions(1);
    return line;
}

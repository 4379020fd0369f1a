/* Pointers, arrays, records, bit-fields, initialisers.  Returns 0 if everything is as C says, else a line. */
#define CHECK(condition) do { if (!(condition)) return __LINE__; } while (0)
#define offset(type, member) ((unsigned long)&((type *)0)->member)

struct point { int x, y; };
union both { int i; unsigned char c[4]; float f; };
struct bits { unsigned a : 3; int b : 5; unsigned : 0; unsigned c : 9; signed d : 1; _Bool e : 1; };
struct nested {
    struct point p[2];
    int z;
    char s[4];
    struct {
        int q;
        union { int u1; char u2; };
    };
};
struct bits global_bits = {1, -2, 300, -1, 1};
int table[] = {1, 2, 3, [5] = 9, 10};
const char *names[] = {"a", "bc", [4] = "z"};
int *inside = &table[2];
struct nested first = {1, 2, 3, 4, 5, "abc", {6, {7}}};
struct nested second = {.p[1].y = 8, .z = 9, .s = {'x'}, .u2 = 3};
struct nested several[] = {{{{1}}}, [3] = {.z = 4}};

int pointers(void)
{
    int n = 5, *p = &n, **pp = &p, a[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = a;
    struct point points[2] = {{1, 2}, {3, 4}}, *q = points;
    void *v = &n;
    **pp = 3;
    CHECK(n == 3);
    *p++ = 4;
    CHECK(p == &n + 1 && n == 4);
    p--;
    (*p)++;
    CHECK(n == 5);
    CHECK(row[1][2] == 6 && *(*(a + 1) + 1) == 5 && &a[1][0] - &a[0][0] == 3 && sizeof a[0] == 12);
    q++->x = 9;
    CHECK(points[0].x == 9 && q == points + 1);
    (++q)[-1].y = 7;
    CHECK(points[1].y == 7 && q - points == 2 && q > points);
    CHECK((char *)v + 1 == (char *)&n + 1 && v && !!v);
    CHECK((struct point *)((char *)&points[1].y - offset(struct point, y)) == &points[1]);
    return 0;
}

int records(void)
{
    struct point p = {.y = 2, .x = 1}, q, *literal = &(struct point){.y = 3};
    union both u;
    struct nested copy = first, made = {1, 2, 3, 4, 5, "abc", {6, {7}}};
    q = p;
    p.x = 5;
    CHECK(q.x == 1 && q.y == 2 && literal->x == 0 && literal->y == 3);
    u.i = 0x01020304;
    CHECK(u.c[0] == 4 && u.c[3] == 1);
    u.f = 1.5f;
    CHECK(u.i == 0x3fc00000);
    CHECK(first.p[1].x == 3 && first.z == 5 && first.s[2] == 'c' && first.q == 6 && first.u1 == 7);
    CHECK(second.p[1].y == 8 && second.z == 9 && second.s[0] == 'x' && second.s[1] == 0 && second.u2 == 3);
    CHECK(sizeof several / sizeof *several == 4 && several[3].z == 4 && several[0].p[0].x == 1);
    CHECK(copy.u1 == 7 && made.p[1].y == 4 && made.s[1] == 'b' && made.u1 == 7);
    CHECK(((struct point){7, 8}).y == 8);
    return 0;
}

int bit_fields(void)
{
    struct bits *b = &global_bits;
    CHECK(b->a == 1 && b->b == -2 && b->c == 300 && b->d == -1 && b->e);
    b->b = 15;
    CHECK(b->b == 15 && (b->b = 17) == -15);
    b->c += 212;
    CHECK(b->c == 0 && b->d == -1);
    b->a--;
    b->a--;
    CHECK(b->a == 7 && b->a++ == 7 && b->a == 0);
    b->e = 4;
    CHECK(b->e == 1 && b->b == -15);
    return 0;
}

int arrays(void)
{
    char s[] = "hi\x41\101\n", t[2] = "ab";
    int a[][2] = {1, 2, 3, 4, 5}, zero[3] = {0};
    CHECK(sizeof table == 28 && table[5] == 9 && table[6] == 10 && table[4] == 0 && *inside == 3 && inside[-1] == 2);
    CHECK(names[1][1] == 'c' && names[3] == 0 && sizeof names / sizeof *names == 5);
    CHECK(sizeof s == 6 && s[2] == 'A' && s[3] == 'A' && s[4] == 10 && t[1] == 'b');
    CHECK("abc"[1] == 'b' && 1["abc"] == 'b' && sizeof "abc" == 4);
    CHECK(sizeof a == 24 && a[2][0] == 5 && a[2][1] == 0 && zero[2] == 0);
    return 0;
}

int main(void)
{
    int line = pointers();
    if (!line)
        line = records();
    if (!line)
        line = bit_fields();
    if (!line)
        line = arrays();
    return line;
}

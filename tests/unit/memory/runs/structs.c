// status 66
struct point { int x, y; };
struct box { struct point low, high; char name[3]; };

static struct box grown(struct box b, int by)
{
    b.high.x += by;
    b.high.y += by;
    b.name[0]++;
    return b;
}

int main(void)
{
    struct box a = {{1, 2}, {3, 4}, "AB"}, b;
    b = grown(a, 10);
    if (a.high.x != 3 || b.low.y != 2 || b.high.y != 14)
        return 1;
    return b.name[0];
}

/* Lifetimes of locals: blocks, loops, break, continue, goto, return; a record passed and returned. */
struct pair { long first, second; };

static struct pair swapped(struct pair p)
{
    struct pair q = {p.second, p.first};
    return q;
}

static void set(int *target, int value)
{
    *target = value;
}

int main(void)
{
    struct pair p = {1, 2};
    int total = 0;
    for (int i = 0; i < 10; i++) {
        int n;
        set(&n, i);
        if (n == 3)
            continue;
        if (n == 5)
            break;
        if (n == 7)
            goto out;
        if (n == 9)
            return 1;
        total += n;
    }
    p = swapped(p);
out:
    return total + p.first;
}

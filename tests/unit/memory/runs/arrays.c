// status 41
static void sort(int *a, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
}

int main(void)
{
    int m[3][4] = {{9, 2, 11, 4}, {0, 6}, {7, 3}};
    int *end = &m[2][3] + 1, sum = 0;
    sort(&m[0][0], 12);
    for (int *p = m[0]; p < end; p++)
        if (p > m[0] && p[-1] > *p)
            return 1;
    for (int i = 0; i < 3; i++)
        sum += m[i][3] * (i + 1);
    return (int)(end - m[1]) == 8 ? sum : 2;
}

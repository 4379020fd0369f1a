// status 91
static int classify(int c)
{
    int weight = 0;
    switch (c) {
    case 1:
        weight += 1;
    case 2:
        weight += 10;
        break;
    case 3: {
        int more = 5;
        weight += more;
        break;
    }
    default:
        weight = 30;
    }
    return weight;
}

int main(void)
{
    int i = 0, total = 0;
again:
    total += classify(i);
    do {
        if (++i == 3)
            continue;
        if (i > 4)
            goto out;
    } while (i == 3);
    goto again;
out:
    for (int j = 0;; j++) {
        if (j % 2)
            continue;
        if (j > 7)
            break;
        total += j ? 1 : 7;
    }
    return total;
}

// status 22
static int numbers[4] = {3, 1, 4};
static int *middle = &numbers[1];
static struct { int **where; char tag; } holder = {&middle, 'x'};
int uninitialised;

static int count(void)
{
    static int calls = 5;
    return calls++;
}

int main(void)
{
    count();
    count();
    ++*holder.where;
    *middle += holder.tag == 'x';
    return numbers[2] + numbers[3] + uninitialised + count() + (int)(middle - numbers) * 5;
}

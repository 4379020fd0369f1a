// status 38
struct flags {
    unsigned ready : 1;
    signed level : 4;
    unsigned : 0;
    unsigned count : 6;
    unsigned last : 3;
};

int main(void)
{
    struct flags f = {1, -3, 40, 5};
    f.count += 30;
    f.level -= 6;
    f.last++;
    f.ready = !f.ready;
    return f.count + f.level + f.last * 4 + f.ready + (f.level == 7);
}

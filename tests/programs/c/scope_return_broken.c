// symheap: unsafe use-after-scope at 21
// The function returns the address of its own local.

extern int symheap_nondet_int(void);

struct range {
    int from, to;
};

static struct range *fill(struct range *out, int from)
{
    struct range local = {from, from + 10};
    out = &local;
    return out;
}

int main(void)
{
    struct range storage;
    struct range *r = fill(&storage, symheap_nondet_int());
    return r->from;
}

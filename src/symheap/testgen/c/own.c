/* What stands beside the user's own files, which are compiled as they are: the answers to what they ask of others.

   The n-th call of a function gets the n-th answer that symheap's interpreter gave to it. */

/* @SITES@ */

static int __symheap_own_next(int function)
{
    static int used[__symheap_own_functions + 1];
    if (used[function] >= __symheap_own_ranges[function].count)
        __symheap_diverge("a call of an outside function");
    return __symheap_own_sites[__symheap_own_ranges[function].first + used[function]++];
}

unsigned long long __symheap_own_value(int function)
{
    unsigned long long word;
    __symheap_memmove(&word, __symheap_value(__symheap_own_next(function)), sizeof word);
    return word;
}

#ifdef __symheap_own_allocates
void *__real_malloc(__symheap_size);
void *__real_calloc(__symheap_size, __symheap_size);
void *__real_realloc(void *, __symheap_size);

/* What the allocator gives: nothing where the script says so, else memory that holds what the script says. */
static void *__symheap_own_given(int site, void *place, __symheap_size size, int zero)
{
    int thing = __symheap_allocated(site)->thing;
    if (thing < 0) {
        __symheap_libc_free(place);
        return 0;
    }
    if (!place)
        return 0;
    __symheap_where[thing] = place;
    if (!zero)
        __symheap_settle(__symheap_made + thing, place, size);
    return place;
}

void *__wrap_malloc(__symheap_size size)
{
    return __symheap_own_given(__symheap_own_next(__symheap_own_malloc), __real_malloc(size), size, 0);
}

void *__wrap_calloc(__symheap_size count, __symheap_size size)
{
    return __symheap_own_given(__symheap_own_next(__symheap_own_calloc), __real_calloc(count, size), count * size, 1);
}

void *__wrap_realloc(void *old, __symheap_size size)
{
    int site = __symheap_own_next(__symheap_own_realloc);
    return __symheap_allocated(site)->thing < 0 ? 0 : __real_realloc(old, size);
}
#endif

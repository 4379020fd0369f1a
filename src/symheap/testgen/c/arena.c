/* The arena: memory at chosen places.  What is not part of an object there is poisoned. */

#if __symheap_arena_size
static char *__symheap_arena;

static void __symheap_open_arena(void)
{
    enum { read_write = 3, private_anonymous = 0x22, no_reserve = 0x4000, not_over_others = 0x100000 };
    void *wanted = (void *)(__symheap_address)__symheap_arena_at;
    char *place = __symheap_mmap(wanted, __symheap_arena_size, read_write,
                                 private_anonymous | no_reserve | not_over_others, -1, 0);
    if (place == (char *)-1)
        place = __symheap_mmap(0, __symheap_arena_size, read_write, private_anonymous | no_reserve, -1, 0);
    if (place == (char *)-1)
        __symheap_diverge("there is no memory");
    __asan_poison_memory_region(place, __symheap_arena_size);
    __symheap_arena = place;
}

static char *__symheap_placed(__symheap_u64 offset, __symheap_size size)
{
    if (!__symheap_arena)
        __symheap_open_arena();
    if (offset + size > __symheap_arena_size)
        __symheap_diverge("a larger object");
    __asan_unpoison_memory_region(__symheap_arena + offset, size);
    return __symheap_arena + offset;
}

/* AddressSanitizer says "poisoned" only: whether it was freed is known here. */
void __asan_on_error(void)
{
    const char *place = __asan_get_report_address();
    const char *found = 0;
    for (int thing = 0; thing < __symheap_things; thing++)
        if (__symheap_state[thing] && place >= __symheap_where[thing] &&
            place < __symheap_where[thing] + __symheap_size_of[thing])
            found = __symheap_state[thing] == __symheap_freed ? "freed" : "alive";
    if (found)
        __symheap_dprintf(2, "==symheap== the address is part of an object that was %s\n", found);
}
#endif

/* Allocation: by AddressSanitizer, or in the arena. */

static const struct __symheap_allocation *__symheap_allocated(int site)
{
    static int used[__symheap_allocation_count + 1];
    return __symheap_given + __symheap_next(__symheap_allocations, used, site, "an allocation");
}

static void *__symheap_new(const struct __symheap_allocation *given, __symheap_size size, int zero)
{
    int thing = given->thing;
#if __symheap_arena_size
    char *place = __symheap_placed(given->place, size);
#else
    char *place = __symheap_libc_malloc(size ? size : 1);
#endif
    if (!place)
        __symheap_diverge("there is no memory");
    __symheap_where[thing] = place;
    __symheap_size_of[thing] = size;
    __symheap_state[thing] = __symheap_alive;
    __symheap_memset(place, 0, size);
    if (!zero)
        __symheap_settle(__symheap_made + thing, place, size);
    if (!size)
        __asan_poison_memory_region(place, 1);
    return place;
}

void *__symheap_alloc(int site, __symheap_size size, int zero)
{
    const struct __symheap_allocation *given = __symheap_allocated(site);
    return given->thing < 0 ? 0 : __symheap_new(given, size, zero);
}

void *__symheap_alloca(int site, void *place, __symheap_size size)
{
    int thing = __symheap_allocated(site)->thing;
    __symheap_where[thing] = place;
    __symheap_settle(__symheap_made + thing, place, size);
    return place;
}

/* The heap object that begins at `place`, the latest first; what cannot be freed is an error. */
static int __symheap_freeable(const void *place)
{
    for (int thing = __symheap_things - 1; thing >= 0; thing--)
        if (__symheap_state[thing] && __symheap_where[thing] == place) {
            if (__symheap_state[thing] == __symheap_freed)
                __symheap_error("double-free", "the object was freed before");
            return thing;
        }
    __symheap_error("invalid-free", "this is not the start of a heap object");
    return -1;
}

static void __symheap_release(int thing)
{
    __symheap_state[thing] = __symheap_freed;
#if __symheap_arena_size
    __asan_poison_memory_region(__symheap_where[thing], __symheap_size_of[thing]);
#else
    __symheap_libc_free(__symheap_where[thing]);
#endif
}

void __symheap_free(void *place)
{
    if (place)
        __symheap_release(__symheap_freeable(place));
}

void *__symheap_realloc(int site, void *old, __symheap_size size)
{
    int before = old ? __symheap_freeable(old) : -1;
    const struct __symheap_allocation *given = __symheap_allocated(site);
    if (given->thing < 0)
        return 0;
    char *place = __symheap_new(given, size, 0);
    if (old) {
        __symheap_size kept = __symheap_size_of[before] < size ? __symheap_size_of[before] : size;
        __symheap_memmove(place, old, kept);
        __symheap_release(before);
    }
    return place;
}


/* What stands around a program that is replayed: it answers from a script, as symheap's interpreter was answered.

   The script's tables come before: their types are here.  Objects have the numbers that they have in the script, and a
   word of the script that is the address of an object is that of the object here, wherever it is. */

struct __symheap_word { __symheap_u64 low, high; int thing; };  /* an address: thing, and an offset in `high` */
struct __symheap_range { int first, count; };
struct __symheap_fresh { int first, count, first_link, links; };
struct __symheap_link { int at, thing; __symheap_u64 offset; };
struct __symheap_allocation { int thing; __symheap_u64 place; };

/* @TABLES@ */

int __symheap_dprintf(int, const char *, ...) __asm__("dprintf");
void __symheap_leave(int) __asm__("_exit");
void *__symheap_libc_malloc(__symheap_size) __asm__("malloc");
void __symheap_libc_free(void *) __asm__("free");
void *__symheap_mmap(void *, __symheap_size, int, int, int, long) __asm__("mmap");
void __sanitizer_print_stack_trace(void);
void __asan_poison_memory_region(const volatile void *, __symheap_size);
void __asan_unpoison_memory_region(const volatile void *, __symheap_size);
void *__asan_get_report_address(void);

enum { __symheap_ended = 0, __symheap_excluded = 77, __symheap_lost = 78, __symheap_failed = 98 };

/* Ends: without an error; with one that is reported here; as no execution of the program. */

void __symheap_exit(void)
{
    __symheap_dprintf(2, "==symheap== the program ended\n");
    __symheap_leave(__symheap_ended);
}

void __symheap_error(const char *kind, const char *what)
{
    __symheap_dprintf(2, "==symheap==ERROR: %s: %s\n", kind, what);
    __sanitizer_print_stack_trace();
    __symheap_leave(__symheap_failed);
}

void __symheap_assert(int holds, const char *text)
{
    if (!holds)
        __symheap_error("assertion", text);
}

void __symheap_assume(int holds)
{
    if (holds)
        return;
    __symheap_dprintf(2, "==symheap== an assumption does not hold\n");
    __symheap_leave(__symheap_excluded);
}

/* The program asks for what the script does not have: it goes another way than the interpreter did. */
void __symheap_diverge(const char *what)
{
    __symheap_dprintf(2, "==symheap== another way than the script's: %s\n", what);
    __sanitizer_print_stack_trace();
    __symheap_leave(__symheap_lost);
}

/* Objects: where they are; of what is on the heap, its size and whether it was freed. */

enum { __symheap_alive = 1, __symheap_freed = 2 };

static char *__symheap_where[__symheap_things + 1];
static __symheap_size __symheap_size_of[__symheap_things + 1];
static char __symheap_state[__symheap_things + 1];

static __symheap_u64 __symheap_resolved(int thing, __symheap_u64 otherwise, __symheap_u64 offset)
{
    if (thing < 0 || !__symheap_where[thing])
        return otherwise;
    return (__symheap_address)(__symheap_where[thing] + offset);
}

/* Bytes that were anything. */
static void __symheap_settle(const struct __symheap_fresh *fresh, void *target, __symheap_size size)
{
    __symheap_size count = (__symheap_size)fresh->count < size ? (__symheap_size)fresh->count : size;
    __symheap_memmove(target, __symheap_bytes + fresh->first, count);
    for (int i = 0; i < fresh->links; i++) {
        const struct __symheap_link *link = __symheap_links + fresh->first_link + i;
        __symheap_address word;
        if (link->at + sizeof word > size)
            continue;
        __symheap_memmove(&word, (char *)target + link->at, sizeof word);
        word = __symheap_resolved(link->thing, word, link->offset);
        __symheap_memmove((char *)target + link->at, &word, sizeof word);
    }
}

static int __symheap_next(const struct __symheap_range *range, int *used, int site, const char *what)
{
    if (site < 0 || used[site] >= range[site].count)
        __symheap_diverge(what);
    return range[site].first + used[site]++;
}

/* A value, as the address of its bytes. */
void *__symheap_value(int site)
{
    static int used[__symheap_value_count + 1];
    static struct { __symheap_u64 low, high; } found[__symheap_word_count + 1];
    int at = __symheap_next(__symheap_values, used, site, "a value");
    const struct __symheap_word *word = __symheap_words + at;
    found[at].low = word->thing < 0 ? word->low : __symheap_resolved(word->thing, word->low, word->high);
    found[at].high = word->thing < 0 ? word->high : 0;
    return &found[at];
}

void *__symheap_havoc(int site, void *target, __symheap_size size)
{
    static int used[__symheap_havoc_count + 1];
    int at = __symheap_next(__symheap_havocs, used, site, "bytes");
    if (size)
        __symheap_memset(target, 0, size);
    __symheap_settle(__symheap_havocked + at, target, size);
    return target;
}

/* Locals: a block counts how often it was entered, and its locals hold what they held in that entry. */

int __symheap_enter(int site)
{
    static int used[__symheap_local_count + 1];
    return used[site]++;
}

void __symheap_local(int site, int entry, void *target, __symheap_size size)
{
    if (entry < 0 || entry >= __symheap_locals[site].count)
        return;
    int thing = __symheap_local_things[__symheap_locals[site].first + entry];
    __symheap_where[thing] = target;
    __symheap_settle(__symheap_made + thing, target, size);
}

/* Locals of functions that have no source: objects that are entered and left. */

void __symheap_leave_local(void *place)
{
    __symheap_libc_free(place);
}

void *__symheap_enter_local(void *before, __symheap_size size)
{
    if (before)
        __symheap_leave_local(before);
    return __symheap_libc_malloc(size);
}

void __symheap_global(int thing, void *target, __symheap_size size)
{
    __symheap_where[thing] = target;
    __symheap_settle(__symheap_made + thing, target, size);
}

/* @ARENA@ */

/* A call through a pointer: a jump to where no function is would leave no trace of where it came from. */

int __symheap_is_function(const void *);

const void *__symheap_called(const void *place)
{
    if (!__symheap_is_function(place))
        __symheap_error("invalid-call", "this is not the address of a function");
    return place;
}

/* A compiler does not read what nobody uses. */
void __symheap_use(int none, ...)
{
}

/* Output: what a format reads of the program. */

/* Reads a string as far as `most` bytes go, or all of it if `most` is negative. */
static void __symheap_read(const char *text, int most)
{
    volatile char read;
    for (; most; most -= most > 0) {
        read = *text++;
        if (!read)
            return;
    }
}

static int __symheap_is_one_of(char c, const char *set)
{
    for (; *set; set++)
        if (*set == c)
            return 1;
    return 0;
}

void __symheap_print(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    for (; format && *format; format++) {
        int longs = 0, is_precision = 0, most = -1;
        if (*format != '%' || *++format == '%')
            continue;
        for (; __symheap_is_one_of(*format, "0123456789-+ #'.*hlqjztL"); format++) {
            if (*format == '.') {
                is_precision = 1;
                most = 0;
            } else if (*format == '*') {
                int given = __builtin_va_arg(list, int);
                most = is_precision ? given : most;
            } else if (is_precision && __symheap_is_one_of(*format, "0123456789"))
                most = 10 * most + (*format - '0');
            longs += *format == 'l' ? 1 : 2 * __symheap_is_one_of(*format, "qjzt");
        }
        if (!*format)
            break;
        if (__symheap_is_one_of(*format, "sS")) {
            const char *text = __builtin_va_arg(list, const char *);
            __symheap_read(text, most);
        } else if (__symheap_is_one_of(*format, "np"))
            (void)__builtin_va_arg(list, void *);
        else if (__symheap_is_one_of(*format, "aefgAEFG"))
            (void)__builtin_va_arg(list, double);
        else if (longs > 1)
            (void)__builtin_va_arg(list, long long);
        else if (longs)
            (void)__builtin_va_arg(list, long);
        else if (*format != 'm')
            (void)__builtin_va_arg(list, int);
    }
    __builtin_va_end(list);
}

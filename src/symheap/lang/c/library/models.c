/* Models of library functions that are loops: they do what the standard says, byte by byte, so that reads and writes
   beyond an object are seen.  One function, one line of documentation, in the table of in_c.py.
   __symheap_readable: objects have no gaps, so the first and the last byte of a range stand for all of it. */

typedef __SIZE_TYPE__ size_t;
int symheap_nondet_int(void);
long symheap_nondet_long(void);
size_t symheap_nondet_size_t(void);
void symheap_assume(int condition);
void __symheap_havoc(void *address, size_t count);
void *malloc(size_t size);
void *memcpy(void *target, const void *source, size_t count);

void __symheap_readable(const void *start, size_t size, size_t count)
{
    const char *first = start;
    char found;
    if (!size || !count)
        return;
    if ((size > 1 && count > 1 && (size | count) >> (4 * sizeof(size_t) - 1)) ||
        size * count >> (8 * sizeof(size_t) - 1))
        first = 0;
    found = first[0];
    found = first[size * count - 1];
}

size_t strlen(const char *s)
{
    const char *end = s;
    while (*end)
        end++;
    return end - s;
}

size_t strnlen(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

char *strcpy(char *target, const char *source)
{
    char *to = target;
    while ((*to++ = *source++))
        ;
    return target;
}

char *stpcpy(char *target, const char *source)
{
    while ((*target = *source)) {
        target++;
        source++;
    }
    return target;
}

char *strncpy(char *target, const char *source, size_t count)
{
    size_t i = 0;
    for (; i < count && source[i]; i++)
        target[i] = source[i];
    for (; i < count; i++)
        target[i] = 0;
    return target;
}

char *strcat(char *target, const char *source)
{
    char *to = target;
    while (*to)
        to++;
    while ((*to++ = *source++))
        ;
    return target;
}

char *strncat(char *target, const char *source, size_t count)
{
    char *to = target;
    while (*to)
        to++;
    while (count-- && *source)
        *to++ = *source++;
    *to = 0;
    return target;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t count)
{
    for (; count; count--, a++, b++)
        if (*a != *b || !*a)
            return *(const unsigned char *)a - *(const unsigned char *)b;
    return 0;
}

int tolower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int toupper(int c)
{
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

int strcasecmp(const char *a, const char *b)
{
    while (*a && tolower(*a) == tolower(*b)) {
        a++;
        b++;
    }
    return tolower(*(const unsigned char *)a) - tolower(*(const unsigned char *)b);
}

char *strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (!*s)
            return 0;
    }
}

char *strrchr(const char *s, int c)
{
    const char *found = 0;
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (!*s)
            return (char *)found;
    }
}

char *strstr(const char *s, const char *part)
{
    for (;; s++) {
        const char *a = s, *b = part;
        while (*b && *a == *b) {
            a++;
            b++;
        }
        if (!*b)
            return (char *)s;
        if (!*s)
            return 0;
    }
}

size_t strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && strchr(set, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && !strchr(set, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *set)
{
    for (; *s; s++)
        if (strchr(set, *s))
            return (char *)s;
    return 0;
}

char *strtok(char *s, const char *set)
{
    static char *rest;
    if (!s)
        s = rest;
    if (!s)
        return 0;
    s += strspn(s, set);
    if (!*s)
        return rest = 0;
    char *end = s + strcspn(s, set);
    rest = 0;
    if (*end) {
        *end = 0;
        rest = end + 1;
    }
    return s;
}

char *strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, s, size);
    return copy;
}

char *strndup(const char *s, size_t most)
{
    size_t length = strnlen(s, most);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, s, length);
        copy[length] = 0;
    }
    return copy;
}

int memcmp(const void *a, const void *b, size_t count)
{
    const unsigned char *p = a, *q = b;
    __symheap_readable(a, 1, count);
    __symheap_readable(b, 1, count);
    for (; count; count--, p++, q++)
        if (*p != *q)
            return *p - *q;
    return 0;
}

void *memchr(const void *s, int c, size_t count)
{
    const unsigned char *p = s;
    for (; count; count--, p++)
        if (*p == (unsigned char)c)
            return (void *)p;
    return 0;
}

int isdigit(int c) { return c >= '0' && c <= '9'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int isalpha(int c) { return islower(c) || isupper(c); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
int isblank(int c) { return c == ' ' || c == 9; }
int isprint(int c) { return c >= 32 && c < 127; }
int isgraph(int c) { return c > 32 && c < 127; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }

long atol(const char *s)
{
    unsigned long n = 0;
    int negative;
    while (isspace(*s))
        s++;
    negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    while (isdigit(*s))
        n = 10 * n + (*s++ - '0');
    return negative ? -n : n;
}

int atoi(const char *s)
{
    return (int)atol(s);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    const char *low = base;
    while (count) {
        const char *middle = low + count / 2 * size;
        int order = compare(key, middle);
        if (!order)
            return (void *)middle;
        if (order > 0) {
            low = middle + size;
            count--;
        }
        count /= 2;
    }
    return 0;
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *first = base;
    __symheap_readable(base, size, count);
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j; j--) {
            int order = compare(first + (j - 1) * size, first + j * size);
            if (order < 0 || (!order && symheap_nondet_int()))
                break;
            for (size_t k = 0; k < size; k++) {
                char swapped = first[j * size + k];
                first[j * size + k] = first[(j - 1) * size + k];
                first[(j - 1) * size + k] = swapped;
            }
        }
}

int *__errno_location(void)
{
    static int number;
    number = symheap_nondet_int();
    return &number;
}

long time(long *result)
{
    long now = symheap_nondet_long();
    symheap_assume(now >= 0);
    if (result)
        *result = now;
    return now;
}

char *fgets(char *s, int count, void *stream)
{
    int length;
    if (count <= 0 || symheap_nondet_int())
        return 0;
    length = symheap_nondet_int();
    symheap_assume(length >= 0 && length < count);
    __symheap_havoc(s, length);
    s[length] = 0;
    return s;
}

size_t fread(void *target, size_t size, size_t count, void *stream)
{
    size_t read = symheap_nondet_size_t();
    symheap_assume(read <= count);
    __symheap_havoc(target, size * read);
    return read;
}

long read(int file, void *target, size_t count)
{
    long done = symheap_nondet_long();
    symheap_assume(done >= -1 && (done < 0 || (size_t)done <= count));
    if (done > 0)
        __symheap_havoc(target, done);
    return done;
}

size_t fwrite(const void *source, size_t size, size_t count, void *stream)
{
    size_t done = symheap_nondet_size_t();
    symheap_assume(done <= count);
    __symheap_readable(source, size, count);
    return done;
}

long write(int file, const void *source, size_t count)
{
    long done = symheap_nondet_long();
    symheap_assume(done == -1 || done >= 0 && (size_t)done <= count);
    __symheap_readable(source, 1, count);
    return done;
}

int snprintf(char *s, size_t count, const char *format, ...)
{
    size_t length = symheap_nondet_size_t();
    if (count) {
        symheap_assume(length < count);
        __symheap_havoc(s, length);
        s[length] = 0;
    }
    return symheap_nondet_int();
}

int vsnprintf(char *s, size_t count, const char *format, void *arguments)
{
    return snprintf(s, count, format);
}

long strtol(const char *s, char **end, int base)
{
    size_t used = symheap_nondet_size_t();
    symheap_assume(used <= strlen(s));
    if (end)
        *end = (char *)s + used;
    return symheap_nondet_long();
}

unsigned long strtoul(const char *s, char **end, int base)
{
    return strtol(s, end, base);
}

/* Models of library functions that are loops: they do what the standard says, byte by byte, so that reads and writes
   beyond an object are seen.  One function, one line of documentation, in the table of in_c.py.
   What parameters must point to is in signatures.py; where a word there has no ~, its check comes before the body.
   __symheap_readable: objects have no gaps, so the first and the last byte of a range stand for all of it.
   A stream is an object of which bytes 2 and 3 are as in glibc.  A program gets it by an address that cannot be freed. */

typedef __SIZE_TYPE__ size_t;
int symheap_nondet_int(void);
long symheap_nondet_long(void);
size_t symheap_nondet_size_t(void);
void symheap_assume(int condition);
void __symheap_havoc(void *address, size_t count);
void *symheap_nondet_pointer(void);
double symheap_nondet_double(void);
void *malloc(size_t size);
void free(void *address);
void *memcpy(void *target, const void *source, size_t count);
void *__symheap_reallocate(void *address, size_t size);
void *__symheap_zeroed(size_t size);
void __symheap_overlap(void);
void __symheap_no_stream(void);
void __symheap_conversion(void);
void __symheap_keeps(void);
void __symheap_signal(void);

struct __symheap_file {
    unsigned char is_allocated;
    unsigned char rest;
    unsigned short mark;
    char bytes[212];
};

struct __symheap_file __symheap_stdin = {0, 0, 0xfbad};
struct __symheap_file __symheap_stdout = {0, 0, 0xfbad};
struct __symheap_file __symheap_stderr = {0, 0, 0xfbad};

void __symheap_string(const char *s)
{
    while (*s)
        s++;
}

size_t __symheap_length(const char *s)
{
    const char *end = s;
    while (*end)
        end++;
    return end - s;
}

void __symheap_text(const char *s, int most)
{
    if (most < 0)
        __symheap_string(s);
    for (; most > 0 && *s; most--)
        s++;
}

void __symheap_plain(const char *format)
{
    for (; *format; format++)
        if (*format == '%')
            __symheap_conversion();
}

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

void __symheap_stream(const void *stream)
{
    const struct __symheap_file *file = stream;
    if (file->mark != 0xfbad)
        __symheap_no_stream();
}

void __symheap_kept(const void *buffer)
{
    if (buffer)
        __symheap_keeps();
}

int raise(int signal)
{
    if (signal == 6)
        abort();
    if (signal)
        __symheap_signal();
    return 0;
}

int kill(int process, int signal)
{
    if (signal)
        __symheap_signal();
    return symheap_nondet_int() ? 0 : -1;
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

char *__symheap_copied(char *target, const char *source)
{
    char *to = target;
    const char *from = source;
    for (;; to++, from++) {
        *to = *from;
        if (to == source || from == target)
            __symheap_overlap();
        if (!*to)
            return to;
    }
}

void __symheap_apart(const char *target, const char *source)
{
    const char *to = target, *from = source;
    for (;; to++, from++) {
        if (to == source || from == target)
            __symheap_overlap();
        if (!*from)
            return;
    }
}

char *strcpy(char *target, const char *source)
{
    __symheap_copied(target, source);
    return target;
}

char *stpcpy(char *target, const char *source) { return __symheap_copied(target, source); }

char *strncpy(char *target, const char *source, size_t count)
{
    size_t i = 0;
    for (; i < count && source[i]; i++) {
        target[i] = source[i];
        if (target + i == source || source + i == target)
            __symheap_overlap();
    }
    for (; i < count; i++)
        target[i] = 0;
    return target;
}

char *strcat(char *target, const char *source)
{
    char *to = target;
    for (; *to; to++)
        if (to == source)
            __symheap_overlap();
    if (*source)
        __symheap_copied(to, source);
    return target;
}

char *strncat(char *target, const char *source, size_t count)
{
    char *to = target;
    const char *from = source;
    for (; *to; to++)
        if (to == source)
            __symheap_overlap();
    for (; count && *from; count--, to++, from++) {
        *to = *from;
        if (to == source || from == target)
            __symheap_overlap();
    }
    *to = 0;
    return target;
}

int __symheap_order(int difference)
{
    if (!difference)
        return 0;
    int result = symheap_nondet_int();
    symheap_assume(difference < 0 ? -256 < result && result < 0 : 0 < result && result < 256);
    return result;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return __symheap_order(*(const unsigned char *)a - *(const unsigned char *)b);
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t count)
{
    for (; count; count--, a++, b++)
        if (*a != *b || !*a)
            return __symheap_order(*(const unsigned char *)a - *(const unsigned char *)b);
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
    return __symheap_order(tolower(*(const unsigned char *)a) - tolower(*(const unsigned char *)b));
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
    __symheap_string(part);
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
    __symheap_string(set);
    while (s[n] && strchr(set, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *set)
{
    size_t n = 0;
    __symheap_string(set);
    while (s[n] && !strchr(set, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *set)
{
    __symheap_string(set);
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
    s += strspn(s, set);
    rest = s;
    if (!*s)
        return 0;
    rest += strcspn(s, set);
    if (*rest)
        *rest++ = 0;
    return s;
}

char *strdup(const char *s)
{
    size_t size = __symheap_length(s) + 1;
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
    for (; count; count--, p++, q++)
        if (*p != *q)
            return __symheap_order(*p - *q);
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

int __symheap_character(int c)
{
    static char table[384];
    return table[c + 128];
}

int isdigit(int c)
{
    __symheap_character(c);
    return (c >= '0' && c <= '9') ? 2048 : 0;
}

int islower(int c)
{
    __symheap_character(c);
    return (c >= 'a' && c <= 'z') ? 512 : 0;
}

int isupper(int c)
{
    __symheap_character(c);
    return (c >= 'A' && c <= 'Z') ? 256 : 0;
}

int isalpha(int c)
{
    __symheap_character(c);
    return (islower(c) || isupper(c)) ? 1024 : 0;
}

int isalnum(int c)
{
    __symheap_character(c);
    return (isalpha(c) || isdigit(c)) ? 8 : 0;
}

int isspace(int c)
{
    __symheap_character(c);
    return (c == ' ' || (c >= 9 && c <= 13)) ? 8192 : 0;
}

int isblank(int c)
{
    __symheap_character(c);
    return (c == ' ' || c == 9) ? 1 : 0;
}

int isprint(int c)
{
    __symheap_character(c);
    return (c >= 32 && c < 127) ? 16384 : 0;
}

int isgraph(int c)
{
    __symheap_character(c);
    return (c > 32 && c < 127) ? 32768 : 0;
}

int ispunct(int c)
{
    __symheap_character(c);
    return (isgraph(c) && !isalnum(c)) ? 4 : 0;
}

int iscntrl(int c)
{
    __symheap_character(c);
    return ((c >= 0 && c < 32) || c == 127) ? 2 : 0;
}

int isxdigit(int c)
{
    __symheap_character(c);
    return (isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) ? 4096 : 0;
}


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
    return done;
}

long write(int file, const void *source, size_t count)
{
    long done = symheap_nondet_long();
    symheap_assume(done == -1 || done >= 0 && (size_t)done <= count);
    return done;
}

int __symheap_formatted(char *s, size_t count, size_t least, size_t most)
{
    size_t length = least;
    if (least != most) {
        length = symheap_nondet_size_t();
        symheap_assume(least <= length && length <= most);
    }
    if (count) {
        size_t written = length < count ? length : count - 1;
        *s = 0;
        __symheap_havoc(s, written);
        s[written] = 0;
    }
    return length >> 31 ? -1 : (int)length;
}

void __symheap_scanned(char *s, size_t most)
{
    size_t length = symheap_nondet_size_t();
    symheap_assume(length > 0 && length <= most);
    __symheap_havoc(s, length);
    s[length] = 0;
}

void __symheap_scanned_from(char *s, size_t most, size_t available)
{
    size_t length = symheap_nondet_size_t();
    if (most + 1)
        s[most] = s[most];
    symheap_assume(length > 0 && length <= most && length <= available);
    __symheap_havoc(s, length);
    s[length] = 0;
}

long strtol(const char *s, char **end, int base)
{
    size_t used = symheap_nondet_size_t();
    symheap_assume(used <= __symheap_length(s));
    if (end)
        *end = (char *)s + used;
    return symheap_nondet_long();
}

unsigned long strtoul(const char *s, char **end, int base)
{
    return strtol(s, end, base);
}

double strtod(const char *s, char **end)
{
    size_t used = symheap_nondet_size_t();
    symheap_assume(used <= __symheap_length(s));
    if (end)
        *end = (char *)s + used;
    return symheap_nondet_double();
}

double atof(const char *s) { return symheap_nondet_double(); }

void *__symheap_resized(void *address, size_t size)
{
    if (address && !size) {
        free(address);
        return 0;
    }
    return __symheap_reallocate(address, size);
}

void *__symheap_cleared(size_t count, size_t size, size_t most)
{
    if (size && count > most)
        return 0;
    return __symheap_zeroed(count * size);
}

char *getenv(const char *name) { return symheap_nondet_pointer(); }
char *setlocale(int category, const char *name) { return symheap_nondet_pointer(); }
int system(const char *command) { return symheap_nondet_int(); }
int remove(const char *name) { return symheap_nondet_int() ? -1 : 0; }
int unlink(const char *name) { return symheap_nondet_int() ? -1 : 0; }
int chdir(const char *name) { return symheap_nondet_int() ? -1 : 0; }
int rename(const char *old, const char *new) { return symheap_nondet_int() ? -1 : 0; }
int access(const char *name, int mode) { return symheap_nondet_int() ? -1 : 0; }
int mkdir(const char *name, unsigned mode) { return symheap_nondet_int() ? -1 : 0; }
int open(const char *name, int flags, ...)
{
    int number = symheap_nondet_int();
    symheap_assume(number >= -1);
    return number;
}

int puts(const char *s) { return symheap_nondet_int(); }
int __builtin_puts(const char *s) { return symheap_nondet_int(); }
int fputs(const char *s, void *stream) { return symheap_nondet_int(); }
void perror(const char *s) {}

void *__symheap_opened(void)
{
    char *made = malloc(16 + sizeof(struct __symheap_file));
    if (!made)
        return 0;
    made += 16;
    ((struct __symheap_file *)made)->is_allocated = 1;
    ((struct __symheap_file *)made)->mark = 0xfbad;
    return made;
}

void *fopen(const char *name, const char *mode) { return symheap_nondet_int() ? __symheap_opened() : (void *)0; }
void *fdopen(int file, const char *mode) { return symheap_nondet_int() ? __symheap_opened() : (void *)0; }
void *tmpfile(void) { return symheap_nondet_int() ? __symheap_opened() : (void *)0; }

void __symheap_closed(void *stream)
{
    struct __symheap_file *file = stream;
    if (file->is_allocated == 1)
        free((char *)stream - 16);
    else
        file->mark = 0;
}

int fclose(void *stream)
{
    __symheap_closed(stream);
    return symheap_nondet_int();
}

void *freopen(const char *name, const char *mode, void *stream)
{
    if (symheap_nondet_int())
        return stream;
    __symheap_closed(stream);
    return 0;
}

int fgetc(void *stream)
{
    int c = symheap_nondet_int();
    symheap_assume(c >= -1 && c <= 255);
    return c;
}

int fputc(int c, void *stream)
{
    int result = symheap_nondet_int();
    symheap_assume(result >= -1 && result <= 255);
    return result;
}

int getc(void *stream)
{
    int c = symheap_nondet_int();
    symheap_assume(c >= -1 && c <= 255);
    return c;
}

int putc(int c, void *stream)
{
    int result = symheap_nondet_int();
    symheap_assume(result >= -1 && result <= 255);
    return result;
}

int ungetc(int c, void *stream)
{
    int result = symheap_nondet_int();
    symheap_assume(result >= -1 && result <= 255);
    return result;
}

int fflush(void *stream) { return symheap_nondet_int(); }
int feof(void *stream) { return symheap_nondet_int(); }
int ferror(void *stream) { return symheap_nondet_int(); }
int fileno(void *stream)
{
    int number = symheap_nondet_int();
    symheap_assume(number >= -1);
    return number;
}

int fseek(void *stream, long offset, int origin) { return symheap_nondet_int() ? -1 : 0; }
long ftell(void *stream)
{
    long offset = symheap_nondet_long();
    symheap_assume(offset >= -1);
    return offset;
}

void rewind(void *stream) {}
void clearerr(void *stream) {}
void setbuf(void *stream, char *buffer) {}
int setvbuf(void *stream, char *buffer, int mode, size_t size) { return symheap_nondet_int(); }

/* Runs the programs of a batch, each on each of its inputs in a child process of its own.

   usage: batch INPUTS, in a folder where files may be made; a line of INPUTS is "program run token...", where a token is a value or value*count.
   Every other run has something to read from stdin.  A line of output is "program, run, wait status, values drawn, bytes still allocated, finished, stderr", with tabs.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define MOST_VALUES 4096
#define MOST_TEXT 1500

#ifdef FUZZ_SANITIZED
size_t __sanitizer_get_current_allocated_bytes(void);
#else
static size_t __sanitizer_get_current_allocated_bytes(void) { return 0; }
#endif

extern int (*const fuzz_programs[])();

static struct { long drawn; long left; int finished; } *shared;
static long long values[MOST_VALUES];
static long count;
static size_t at_start;

static long long draw(void)
{
    long at = shared->drawn++;
    return at < count ? values[at] : 0;
}

#define NONDET(name, type) \
    type symheap_nondet_##name(void) { return (type)draw(); } \
    type __VERIFIER_nondet_##name(void) { return (type)draw(); }

NONDET(int, int)
NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(uint, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(size_t, unsigned long)
_Bool symheap_nondet_bool(void) { return (draw() & 1) != 0; }

/* A value stands for the bits of a double, as in a counterexample; small ones stand for themselves. */
double symheap_nondet_double(void)
{
    union { long long bits; double number; } both = {.bits = draw()};
    if (both.bits > -100000000LL && both.bits < 100000000LL && both.bits != 0)
        return (double)both.bits;
    return both.number;
}

float symheap_nondet_float(void)
{
    long long bits = draw();
    union { int bits; float number; } both = {.bits = (int)bits};
    if (bits > -100000000LL && bits < 100000000LL && bits != 0)
        return (float)bits;
    return both.number;
}

/* The program does something undefined that no sanitizer sees. */
void fuzz_undefined(const char *what)
{
    char text[200];
    int length = snprintf(text, sizeof text, "marked: %s\n", what);
    _exit(write(2, text, (unsigned long)length) < 0 ? 99 : 98);
}

/* What is assumed and does not hold ends a run without an error; what is asserted and does not hold is one. */
static void assume(int holds)
{
    if (!holds)
        _exit(0);
}

static void claim(int holds)
{
    if (!holds)
        raise(SIGABRT);
}

void symheap_assume(int holds) { assume(holds); }
void __VERIFIER_assume(int holds) { assume(holds); }
void symheap_assert(int holds) { claim(holds); }
void __VERIFIER_assert(int holds) { claim(holds); }
void reach_error(void) { claim(0); }
void __VERIFIER_error(void) { claim(0); }

/* In some runs no file can be opened. */
static int refuses_files;

/* The C library reads these strings and files without being watched: read them before it does. */
static volatile unsigned long sink;

static void reads_string(const char *text)
{
    while (*text)
        sink += (unsigned char)*text++;
}

/* The standard streams are no memory that is freed: what is closed of them has to be remembered. */
static FILE *closed[3];

static void reads_file(FILE *file)
{
    for (int i = 0; i < 3; i++)
        if (file && file == closed[i])
            fuzz_undefined("a stream that is closed");
    sink += *(volatile unsigned char *)file;
}

static void writes_bytes(void *at, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        ((volatile char *)at)[i] = 0;
}

#define OF_STRING(result, name, answer) \
    result __wrap_##name(const char *text) { reads_string(text); return answer; }
#define OF_FILE(result, name) \
    result __real_##name(FILE *file); \
    result __wrap_##name(FILE *file) { reads_file(file); return __real_##name(file); }
#define WITH_FILE(result, name, type) \
    result __real_##name(type, FILE *file); \
    result __wrap_##name(type argument, FILE *file) { reads_file(file); return __real_##name(argument, file); }

char *__real_getenv(const char *name);
OF_STRING(char *, getenv, __real_getenv(text))
double __real_atof(const char *text);
OF_STRING(double, atof, __real_atof(text))
OF_STRING(int, unlink, -1)
OF_STRING(int, remove, -1)
OF_STRING(int, chdir, -1)
OF_STRING(int, rmdir, -1)
OF_FILE(int, fgetc)
OF_FILE(int, getc)
OF_FILE(int, feof)
OF_FILE(int, ferror)
OF_FILE(int, fileno)
OF_FILE(long, ftell)
OF_FILE(void, rewind)
OF_FILE(void, clearerr)
int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file)
{
    reads_file(file);
    FILE *standard[] = {stdin, stdout, stderr};
    for (int i = 0; i < 3; i++)
        if (file == standard[i])
            closed[i] = file;
    return __real_fclose(file);
}
WITH_FILE(int, fputc, int)
WITH_FILE(int, putc, int)
WITH_FILE(int, ungetc, int)

void __wrap_perror(const char *text) { if (text) reads_string(text); }
int __wrap_system(const char *text) { if (text) reads_string(text); return 0; }
int __wrap_kill(int pid, int number) { return -1; }
int __wrap_rename(const char *from, const char *to) { reads_string(from); reads_string(to); return -1; }
int __wrap_access(const char *path, int mode) { reads_string(path); return -1; }
int __wrap_mkdir(const char *path, unsigned mode) { reads_string(path); return -1; }
int __wrap_open(const char *path, int flags, ...) { reads_string(path); errno = ENOENT; return -1; }
double __real_strtod(const char *text, char **end);
double __wrap_strtod(const char *text, char **end)
{
    reads_string(text);
    if (end)
        *end = 0;
    return __real_strtod(text, end);
}
char *__real_strtok(char *text, const char *set);
char *__wrap_strtok(char *text, const char *set)
{
    if (text)
        reads_string(text);
    reads_string(set);
    return __real_strtok(text, set);
}
unsigned long __real_strtoul(const char *text, char **end, int base);
unsigned long __wrap_strtoul(const char *text, char **end, int base) { reads_string(text); return __real_strtoul(text, end, base); }
unsigned long long __real_strtoull(const char *text, char **end, int base);
unsigned long long __wrap_strtoull(const char *text, char **end, int base) { reads_string(text); return __real_strtoull(text, end, base); }
char *__real_setlocale(int category, const char *name);
char *__wrap_setlocale(int category, const char *name) { if (name) reads_string(name); return __real_setlocale(category, name); }
FILE *__real_fopen(const char *name, const char *mode);
FILE *__wrap_fopen(const char *name, const char *mode)
{
    reads_string(name);
    reads_string(mode);
    return refuses_files ? 0 : __real_fopen(name, mode);
}
FILE *__real_tmpfile(void);
FILE *__wrap_tmpfile(void) { return refuses_files ? 0 : __real_tmpfile(); }
int __real_fseek(FILE *file, long offset, int whence);
int __wrap_fseek(FILE *file, long offset, int whence) { reads_file(file); return __real_fseek(file, offset, whence); }
char *__real_fgets(char *text, int n, FILE *file);
char *__wrap_fgets(char *text, int n, FILE *file)
{
    reads_file(file);
    if (n > 0)
        writes_bytes(text, (unsigned long)n);
    return __real_fgets(text, n, file);
}
int __real_fputs(const char *text, FILE *file);
int __wrap_fputs(const char *text, FILE *file) { reads_string(text); reads_file(file); return __real_fputs(text, file); }
int __real_puts(const char *text);
int __wrap_puts(const char *text) { reads_string(text); return __real_puts(text); }
void __real_setbuf(FILE *file, char *buffer);
void __wrap_setbuf(FILE *file, char *buffer) { reads_file(file); if (buffer) writes_bytes(buffer, BUFSIZ); __real_setbuf(file, buffer); }

int __wrap_dprintf(int file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(0, 0, format, arguments);
    va_end(arguments);
    return length;
}
/* The kernel refuses a bad address without an error that a sanitizer sees. */
long __real_write(int file, const void *at, unsigned long n);
long __wrap_write(int file, const void *at, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        sink += ((const volatile unsigned char *)at)[i];
    return __real_write(file, at, n);
}
void __wrap_bzero(void *at, unsigned long n) { writes_bytes(at, n); }
void *__wrap_bcopy(const void *from, void *to, unsigned long n) { return memmove(to, from, n); }
char *__wrap_stpcpy(char *to, const char *from)
{
    while ((*to = *from++))
        to++;
    return to;
}

/* What %s reads is watched in part: with a precision, and by sscanf, it is not. */
static void reads_format(const char *target, const char *format, va_list arguments)
{
    for (; *format; format++) {
        if (*format != '%' || *++format == '%')
            continue;
        long precision = -1, given = 0;
        for (; *format && !strchr("diouxXcspnfFeEgGaA", *format); format++) {
            if (*format == '.')
                given = 1, precision = 0;
            else if (*format == '*' && given)
                precision = va_arg(arguments, int);
            else if (*format == '*')
                va_arg(arguments, int);
            else if (given && *format >= '0' && *format <= '9')
                precision = 10 * precision + *format - '0';
        }
        if (*format == 's') {
            const char *text = va_arg(arguments, const char *);
            long n = 0;
            for (; text && (precision < 0 || n < precision) && (sink += (unsigned char)text[n], text[n]); n++)
                ;
            if (text && target && precision < 0 && text <= target + n && target <= text + n)
                fuzz_undefined("source and target overlap");
        } else if (!*format || !strchr("dic", *format)) {
            return;
        } else {
            va_arg(arguments, int);
        }
    }
}

#define WATCHED(target, last) \
    va_list arguments, same; \
    va_start(arguments, last); \
    va_copy(same, arguments); \
    reads_format(target, last, same); \
    va_end(same);

int __wrap_printf(const char *format, ...)
{
    WATCHED(0, format)
    int result = vprintf(format, arguments);
    va_end(arguments);
    return result;
}
int __wrap_fprintf(FILE *file, const char *format, ...)
{
    reads_file(file);
    WATCHED(0, format)
    int result = vfprintf(file, format, arguments);
    va_end(arguments);
    return result;
}
int __wrap_snprintf(char *at, unsigned long n, const char *format, ...)
{
    WATCHED(at, format)
    int result = vsnprintf(at, n, format, arguments);
    va_end(arguments);
    return result;
}
int __wrap_sprintf(char *at, const char *format, ...)
{
    WATCHED(at, format)
    int result = vsprintf(at, format, arguments);
    va_end(arguments);
    return result;
}
/* What <stdio.h> makes of sscanf. */
int __wrap___isoc99_sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    reads_string(text);
    va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    va_end(arguments);
    return result;
}

long __real_read(int file, void *at, unsigned long n);
long __wrap_read(int file, void *at, unsigned long n) { writes_bytes(at, n); return __real_read(file, at, n); }
unsigned long __real_fread(void *at, unsigned long size, unsigned long n, FILE *file);
unsigned long __wrap_fread(void *at, unsigned long size, unsigned long n, FILE *file)
{
    reads_file(file);
    writes_bytes(at, size * n);
    return __real_fread(at, size, n, file);
}

/* To abort is no error: the program is over.  A failing assertion aborts inside of the library. */
void __wrap_abort(void) { _exit(0); }

static void at_end(void)
{
    shared->left = (long)(__sanitizer_get_current_allocated_bytes() - at_start);
    shared->finished = 1;
}

static void limits(void)
{
    struct itimerval busy = {{0, 0}, {0, 300000}};
    struct rlimit none = {0, 0}, file = {1 << 20, 1 << 20};
    setitimer(ITIMER_PROF, &busy, 0);
    alarm(4);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &file);
}

#ifndef FUZZ_SANITIZED
/* A stack that does not suffice is no error: tell it from other accesses by its distance from the stack pointer. */
static void crashed(int number, siginfo_t *info, void *context)
{
    long at = (long)info->si_addr, top = (long)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
    if (number == SIGSEGV && at > top - 65536 && at < top + 65536)
        _exit(97);
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_stack(void)
{
    static char other[1 << 16];
    stack_t stack = {.ss_sp = other, .ss_size = sizeof other};
    struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaltstack(&stack, 0);
    sigaction(SIGSEGV, &action, 0);
}
#else
static void watch_stack(void) { }
#endif

static void child(int program, int errors, int given)
{
    static char *arguments[] = {"program", 0};
    dup2(errors, 2);
    if (given >= 0) {
        lseek(given, 0, SEEK_SET);
        dup2(given, 0);
    }
    limits();
    watch_stack();
    atexit(at_end);
    at_start = __sanitizer_get_current_allocated_bytes();
    int result = fuzz_programs[program](1, arguments);
    exit(result & 0x3f);
}

static void parse(char *tokens)
{
    count = 0;
    char *left;
    for (char *each = strtok_r(tokens, " \n", &left); each; each = strtok_r(0, " \n", &left)) {
        char *star;
        long long value = strtoll(each, &star, 10);
        long times = *star == '*' ? atol(star + 1) : 1;
        for (; times > 0 && count < MOST_VALUES; times--)
            values[count++] = value;
    }
}

static int tell(FILE *results, const char *head, int status, int errors)
{
    char text[MOST_TEXT];
    ssize_t length = pread(errors, text, sizeof text - 1, 0);
    length = length < 0 ? 0 : length;
    for (ssize_t i = 0; i < length; i++)
        if (text[i] == '\n' || text[i] == '\t' || !text[i])
            text[i] = '\x1f';
    text[length] = 0;
    fprintf(results, "%s\t%d\t%ld\t%ld\t%d\t%s\n", head, status, shared->drawn, shared->left, shared->finished, text);
    fflush(results);
    return !WIFEXITED(status) || WEXITSTATUS(status) >= 98;
}

int main(int argc, char **argv)
{
    (void)argc;
    static char line[1 << 16], output[1 << 12], input[1 << 12];
    int program, run, used, failed = -1, silent = -1, silences = 0;
    FILE *inputs = fopen(argv[1], "r"), *results = fdopen(dup(1), "w");
    freopen("/dev/null", "w", stdout);
    freopen("/dev/null", "r", stdin);
    setvbuf(stdout, output, _IOFBF, sizeof output);
    setvbuf(stdin, input, _IOFBF, sizeof input);
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int errors = memfd_create("errors", 0), given = memfd_create("given", 0);
    static const char text[] = "12 7 x\n5 -3 abcdefghijkl\n1.5 0x1f\n";
    if (write(given, text, sizeof text - 1) < 0)
        return 2;
    /* All of the inputs first: a child that exits would move the position of a stream that both have. */
    char *lines = 0, *rest;
    size_t size = 0;
    if (getdelim(&lines, &size, 0, inputs) < 0)
        return 2;
    fclose(inputs);
    for (char *at = strtok_r(lines, "\n", &rest); at; at = strtok_r(0, "\n", &rest)) {
        char head[64];
        snprintf(line, sizeof line, "%s", at);
        if (sscanf(line, "%d %d%n", &program, &run, &used) < 2 || (program == failed && run > 0))
            continue;
        /* Nothing was asked for, with something to read and without, with files and without: others are the same. */
        if (program == silent && silences > 3)
            continue;
        parse(line + used);
        memset(shared, 0, sizeof *shared);
        ftruncate(errors, 0);
        lseek(errors, 0, SEEK_SET);
        fflush(results);
        refuses_files = run % 4 == 3;
        pid_t pid = fork();
        if (!pid)
            child(program, errors, run % 2 ? -1 : given);
        int status = 0;
        waitpid(pid, &status, 0);
        silences = shared->drawn ? -MOST_VALUES : program == silent ? silences + 1 : 1;
        silent = program;
        snprintf(head, sizeof head, "%d\t%d", program, run);
        int is_limit = WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM);
        if (tell(results, head, status, errors) && !is_limit)
            failed = program;
    }
    return 0;
}

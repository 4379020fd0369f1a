/* Runs one C program on many random inputs, each in a child process of its own.

   usage: program FIRST COUNT MOST, with seeds from FIRST on, until MOST runs have failed.  A line "seed N status S" follows the output of each run.
   The program's `main`, `abort`, `exit` and `__assert_fail` are renamed by the command line of the compiler and of the linker.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_ALLOCATIONS 4000
#define MOST_VALUES 4000
#define FEW_VALUES 60
#define LIMIT 77

extern int program_main(void);
void __lsan_do_leak_check(void);
size_t __sanitizer_get_current_allocated_bytes(void);
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);

static unsigned long state;
static unsigned long style;
static long drawn, allocations;
static size_t at_start;

static unsigned random_number(void)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(state >> 33);
}

/* Small values above all: they choose branches and lengths.  Late values end loops. */
static int draw(void)
{
    static const int odd[] = {-2147483647 - 1, 2147483647, -1, 17, 101, 1000, -100, 255};
    if (drawn++ >= MOST_VALUES)
        _exit(LIMIT);
    if (drawn > FEW_VALUES)
        return (int)(drawn % 7 < 4 ? 0 : drawn % 7 - 3);
    if (style % 8 == 7 && random_number() % 4 == 0)
        return odd[random_number() % 8];
    switch (style % 4) {
    case 0:
        return (int)(random_number() % 2);
    case 1:
        return (int)(random_number() % 4);
    case 2:
        return (int)(random_number() % 10) - 2;
    default:
        return (int)(random_number() % 6) - 1;
    }
}

#define NONDET(name, type) \
    type symheap_nondet_##name(void) { return (type)draw(); } \
    type __VERIFIER_nondet_##name(void) { return (type)draw(); }

NONDET(int, int)
NONDET(uint, unsigned)
NONDET(long, long)
NONDET(uchar, unsigned char)
NONDET(char, char)
_Bool symheap_nondet_bool(void) { return (draw() & 1) != 0; }
_Bool __VERIFIER_nondet_bool(void) { return (draw() & 1) != 0; }

void *__wrap_malloc(size_t size)
{
    if (++allocations > MOST_ALLOCATIONS)
        _exit(LIMIT);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    if (++allocations > MOST_ALLOCATIONS)
        _exit(LIMIT);
    return __real_calloc(count, size);
}

/* The locals of all calls are in scope where a program aborts or exits.  The search for leaks is slow. */
static void finish(void)
{
    if (__sanitizer_get_current_allocated_bytes() > at_start)
        __lsan_do_leak_check();
    _exit(0);
}

void program_abort(void) { finish(); }
void program_exit(int status) { finish(); }

void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    const char *name = strrchr(file, '/');
    fprintf(stderr, "assertion %s in %s %s:%u\n", text, function, name ? name + 1 : file, line);
    _exit(1);
}

static void run(unsigned long seed)
{
    style = seed;
    state = seed * 2654435761UL + 12345;
    for (int warm = 0; warm < 4; warm++)
        random_number();
    at_start = __sanitizer_get_current_allocated_bytes();
    program_main();
    finish();
}

int main(int count, char **given)
{
    long failures = 0;
    if (count != 4)
        return 2;
    unsigned long first = strtoul(given[1], NULL, 10);
    unsigned long last = first + strtoul(given[2], NULL, 10);
    for (unsigned long seed = first; seed < last && failures < strtol(given[3], NULL, 10); seed++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            run(seed);
        }
        if (child < 0 || waitpid(child, &status, 0) != child)
            return 3;
        failures += status != 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == LIMIT);
        fprintf(stderr, "seed %lu status %d\n", seed, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
    _exit(0);
}

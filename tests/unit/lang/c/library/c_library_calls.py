"""A good call of every library function that takes pointers, and bad pointers."""

from __future__ import annotations

from typing import Final, NamedTuple

DECLARED: Final = """typedef unsigned long size_t;
typedef struct _IO_FILE FILE;
extern FILE *stdout;
void *malloc(size_t);
void free(void *);
int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
"""
_CALLS: Final = """
int remove(const char *); "abc"
int unlink(const char *); "abc"
int chdir(const char *); "abc"
int puts(const char *); "abc"
int __builtin_puts(const char *); "abc"
void perror(const char *); "abc"
int system(const char *); "abc"
char *getenv(const char *); "abc"
double atof(const char *); "abc"
int rename(const char *, const char *); "abc" | "abc"
int access(const char *, int); "abc" | 0
int mkdir(const char *, unsigned); "abc" | 0
int open(const char *, int, ...); "abc" | 0
char *setlocale(int, const char *); 0 | "abc"
int fgetc(FILE *); stdout
int getc(FILE *); stdout
int fclose(FILE *); stdout
int feof(FILE *); stdout
int ferror(FILE *); stdout
int fileno(FILE *); stdout
int fflush(FILE *); stdout
void clearerr(FILE *); stdout
void rewind(FILE *); stdout
long ftell(FILE *); stdout
int fseek(FILE *, long, int); stdout | 0 | 0
int ungetc(int, FILE *); 0 | stdout
int fputc(int, FILE *); 0 | stdout
int putc(int, FILE *); 0 | stdout
int fputs(const char *, FILE *); "abc" | stdout
FILE *fopen(const char *, const char *); "abc" | "r"
FILE *fdopen(int, const char *); 0 | "r"
FILE *freopen(const char *, const char *, FILE *); "abc" | "r" | stdout
void setbuf(FILE *, char *); stdout | 0
int setvbuf(FILE *, char *, int, size_t); stdout | 0 | 0 | 4
int printf(const char *, ...); "%s" | "abc"
int printf_s(const char *, ...); "%s" | "abc"
int __builtin_printf(const char *, ...); "%s" | "abc"
int printk(const char *, ...); "%s" | "abc"
int DbgPrint(const char *, ...); "%s" | "abc"
int warn(const char *, ...); "%s" | "abc"
int warnx(const char *, ...); "%s" | "abc"
int fprintf(FILE *, const char *, ...); stdout | "%s" | "abc"
int fprintf_s(FILE *, const char *, ...); stdout | "%s" | "abc"
int dprintf(int, const char *, ...); 1 | "%s" | "abc"
void syslog(int, const char *, ...); 1 | "%s" | "abc"
void err(int, const char *, ...); 1 | "%s" | "abc"
void errx(int, const char *, ...); 1 | "%s" | "abc"
int snprintf(char *, size_t, const char *, ...); room | 4 | "%s" | "abc"
int sprintf(char *, const char *, ...); room | "%s" | "abc"
int scanf(const char *, ...); "%d" | (int *)room
int fscanf(FILE *, const char *, ...); stdout | "%d" | (int *)room
int sscanf(const char *, const char *, ...); "12" | "%d" | (int *)room
int atoi(const char *); "12"
long atol(const char *); "12"
double strtod(const char *, char **); "12" | &spot
long strtol(const char *, char **, int); "12" | &spot | 10
unsigned long strtoul(const char *, char **, int); "12" | &spot | 10
size_t strlen(const char *); "abc"
size_t strnlen(const char *, size_t); "abc" | 4
char *strdup(const char *); "abc"
char *strndup(const char *, size_t); "abc" | 4
char *strcpy(char *, const char *); room | "abc"
char *stpcpy(char *, const char *); room | "abc"
char *strcat(char *, const char *); room | "abc"
char *strncpy(char *, const char *, size_t); room | "abc" | 4
char *strncat(char *, const char *, size_t); room | "abc" | 4
int strcmp(const char *, const char *); "bbb" | "bbb"
int strcoll(const char *, const char *); "bbb" | "bbb"
int strcasecmp(const char *, const char *); "bbb" | "bbb"
int strncmp(const char *, const char *, size_t); "bbb" | "bbb" | 4
char *strchr(const char *, int); "abc" | 'x'
char *strrchr(const char *, int); "abc" | 'x'
char *strstr(const char *, const char *); "abc" | "x"
char *strpbrk(const char *, const char *); "abc" | "x"
size_t strspn(const char *, const char *); "abc" | "b"
size_t strcspn(const char *, const char *); "abc" | "x"
char *strtok(char *, const char *); room | "x"
int memcmp(const void *, const void *, size_t); "abc" | "abc" | 4
void *memchr(const void *, int, size_t); "abc" | 'x' | 4
void *memcpy(void *, const void *, size_t); room | "abc" | 4
void *memmove(void *, const void *, size_t); room | "abc" | 4
void *__builtin_memcpy(void *, const void *, size_t); room | "abc" | 4
void *__builtin_memmove(void *, const void *, size_t); room | "abc" | 4
void *RtlCopyMemory(void *, const void *, size_t); room | "abc" | 4
void *RtlMoveMemory(void *, const void *, size_t); room | "abc" | 4
void *memset(void *, int, size_t); room | 0 | 4
void *__builtin_memset(void *, int, size_t); room | 0 | 4
void bzero(void *, size_t); room | 4
void RtlZeroMemory(void *, size_t); room | 4
void symheap_havoc(void *, size_t); room | 4
void bcopy(const void *, void *, size_t); "abc" | room | 4
size_t fread(void *, size_t, size_t, FILE *); room | 1 | 4 | stdout
size_t fwrite(const void *, size_t, size_t, FILE *); room | 1 | 4 | stdout
long read(int, void *, size_t); 0 | room | 4
long write(int, const void *, size_t); 0 | room | 4
char *fgets(char *, int, FILE *); room | 4 | stdout
long time(long *); &number
void _SLAyer_free(void *); malloc(4)
void __builtin_free(void *); malloc(4)
void kfree(void *); malloc(4)
void vfree(void *); malloc(4)
void cfree(void *); malloc(4)
void free(void *); malloc(4)
void *realloc(void *, size_t); malloc(4) | 8
void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); room | 4 | 1 | compare
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *)); room|room|4|1|compare
"""


class LibraryCall(NamedTuple):
    prototype: str
    arguments: tuple[str, ...]


def _read(line: str) -> tuple[str, LibraryCall]:
    prototype, _, arguments = line.partition(";")
    name = prototype.partition("(")[0].split()[-1].lstrip("*")
    return name, LibraryCall(f"{prototype};", tuple(part.strip() for part in arguments.split("|")))


CALLS: Final = dict(_read(line) for line in _CALLS.strip().splitlines())

BAD: Final = {
    "null": "char *bad = 0;",
    "freed": "char *bad = malloc(8); bad[0] = 0; free(bad);",
    "dangling": 'char *bad; { char inner[8] = "abc"; bad = inner; }',
    "small": "char *bad = malloc(1); bad[0] = 'b';",
    "unterminated": "char three[3]; three[0] = three[1] = three[2] = 'b'; char *bad = three;",
    "constant": 'char *bad = "b";',
}
"""Declarations of the pointer ``bad``."""


def program(name: str, slot: int | None, bad: str) -> str:
    """Return a program that passes a bad pointer for one argument; None: all are good."""
    call = CALLS[name]
    arguments = ["(void *)bad" if index == slot else text for index, text in enumerate(call.arguments)]
    return (
        f"{DECLARED}{call.prototype}\nint main(void) {{\n"
        f'    char room[16] = "abc"; char *spot; long number; {BAD[bad]}\n'
        f"    {name}({', '.join(arguments)});\n    return 0;\n}}\n"
    )

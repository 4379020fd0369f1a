"""Names that programs of one batch must not share: all except those of the language and the library."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = """
byte word pointer
auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
asm typeof define undef include ifdef ifndef endif elif defined pragma pack push pop error line once packed
aligned mode QI HI SI DI TI SF DF vector_size cleanup constructor destructor weak alias noinline unused used
section always_inline noreturn nonnull returns_nonnull malloc alloc_size pure format printf scanf deprecated
visibility hot cold may_alias transparent_union scalar_storage_order ms_struct gcc_struct weakref noclone
optimize common nocommon warn_unused_result assume_aligned flatten leaf nothrow sentinel fallthrough
gnu_inline designated_init access artificial no_sanitize NULL EOF FILE BUFSIZ stdin stdout stderr size_t
ssize_t ptrdiff_t wchar_t time_t div_t va_list va_start va_arg va_end va_copy errno assert offsetof bool true
false int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t CHAR_BIT CHAR_MAX
CHAR_MIN SCHAR_MAX SCHAR_MIN UCHAR_MAX SHRT_MAX SHRT_MIN USHRT_MAX INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN
ULONG_MAX SIZE_MAX NAN INFINITY O_RDONLY O_WRONLY O_CREAT LC_ALL SEEK_SET SEEK_END RAND_MAX ENOENT
EXIT_FAILURE EXIT_SUCCESS DBL_MAX FLT_MAX calloc realloc free aligned_alloc alloca exit abort _exit atexit
atoi atol atof strtol strtoul strtod qsort bsearch abs labs llabs rand srand system getenv div memcpy memmove
memset memcmp memchr strlen strnlen strcpy strncpy stpcpy strcat strncat strcmp strncmp strchr strrchr strstr
strspn strcspn strpbrk strtok strdup strndup strcoll strerror strcasecmp bzero bcopy fprintf sprintf snprintf
vprintf vsnprintf vfprintf dprintf sscanf fscanf puts fputs putchar putc fputc getchar getc fgetc ungetc gets
fgets fopen fclose freopen fdopen fflush fread fwrite fseek ftell rewind feof ferror clearerr fileno perror
remove rename tmpfile setbuf setvbuf open close read write unlink mkdir chdir rmdir getpid getppid getuid
isatty sleep usleep kill raise time clock setlocale sqrt floor ceil fabs pow fmod round isnan isinf sin cos
tan exp log log10 log2 isalpha isdigit isalnum isspace isupper islower isxdigit ispunct isblank iscntrl
isgraph isprint toupper tolower fuzz_undefined reach_error
"""
_RESERVED: Final = frozenset(_WORDS.split())
"""Keywords, names of attributes and names of the library."""
_SPECIAL: Final = (
    "__", "symheap_", "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic", "_Noreturn", "_Static",
    "_Thread",
)  # fmt: skip
_LITERAL: Final = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|/\*.*?\*/|//[^\n]*|#\s*include[^\n]*', re.DOTALL)
_WORD: Final = re.compile(r"\b[A-Za-z_]\w*\b")


def own_names(text: str) -> list[str]:
    """Return the identifiers that a program itself declares."""
    words = dict.fromkeys(_WORD.findall(_LITERAL.sub(" ", text)))
    return [word for word in words if word not in _RESERVED and not word.startswith(_SPECIAL)]


def renamed(text: str, number: int, *, only_main: bool = False) -> str:
    """Return the program between macros that append a number to each of its names.

    A program in an executable of its own may name its functions in strings: there, only ``main`` is renamed.
    """
    names = ["main"] if only_main else own_names(text)
    before = [f"#define {name} {name}_{number}" for name in names]
    after = [f"#undef {name}" for name in names]
    return "\n".join((*before, text, *after))

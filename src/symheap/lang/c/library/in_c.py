"""The models that are written in C, in ``models.c``: one line of documentation for each, and their syntax trees."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from symheap.lang.c.front.parse import Parsed, parse
from symheap.lang.c.library.checks_in_c import with_checks
from symheap.lang.c.modelled import FILE
from symheap.memory.ir import DataModel

_ANY_RESULT: Final = "system puts __builtin_puts fputs perror fflush feof ferror rewind clearerr setbuf setvbuf"
_ZERO_OR_LESS: Final = "remove unlink chdir rename access mkdir fseek"
_NUMBER_OR_LESS: Final = "open fileno ftell"

DOCUMENTATION: Final[dict[str, tuple[str, str]]] = {
    "__symheap_readable": ("symheap.h", "n elements of a size are readable"),
    "strlen": ("string.h", "reads up to and with the terminating zero"),
    "strnlen": ("string.h", "reads up to the zero, or n bytes"),
    "strcpy": ("string.h", "reads and writes byte by byte, with the zero"),
    "stpcpy": ("string.h", "as strcpy; the result is the address of the zero"),
    "strncpy": ("string.h", "writes n bytes, filled up with zeros"),
    "strcat": ("string.h", "finds the end and copies behind it"),
    "strncat": ("string.h", "as strcat, of at most n bytes and a zero"),
    "strcmp": ("string.h", "compares byte by byte as unsigned; of the result, only the sign is known"),
    "strcoll": ("string.h", "as strcmp: the C locale"),
    "strncmp": ("string.h", "as strcmp, of at most n bytes"),
    "strcasecmp": ("strings.h", "as strcmp, of lower case"),
    "strchr": ("string.h", "the first byte that is c, or null"),
    "strrchr": ("string.h", "the last byte that is c, or null"),
    "strstr": ("string.h", "the first place where a string is part of another, or null"),
    "strspn": ("string.h", "how many bytes from the start are in a set"),
    "strcspn": ("string.h", "how many bytes from the start are not in a set"),
    "strpbrk": ("string.h", "the first byte of a set, or null"),
    "strtok": ("string.h", "the next token; writes a zero behind it and remembers the rest"),
    "strdup": ("string.h", "a copy in a new heap object"),
    "strndup": ("string.h", "a copy of at most n bytes in a new heap object"),
    "memcmp": ("string.h", "compares n bytes as unsigned; all of them are readable"),
    "memchr": ("string.h", "the first of n bytes that is c, or null"),
    "tolower": ("ctype.h", "the C locale"),
    "toupper": ("ctype.h", "the C locale"),
    "isdigit": ("ctype.h", "the C locale; 0 or 2048, as glibc; an error below -128 and above 255"),
    "islower": ("ctype.h", "the C locale; 0 or 512, as glibc; an error below -128 and above 255"),
    "isupper": ("ctype.h", "the C locale; 0 or 256, as glibc; an error below -128 and above 255"),
    "isalpha": ("ctype.h", "the C locale; 0 or 1024, as glibc; an error below -128 and above 255"),
    "isalnum": ("ctype.h", "the C locale; 0 or 8, as glibc; an error below -128 and above 255"),
    "isspace": ("ctype.h", "the C locale; 0 or 8192, as glibc; an error below -128 and above 255"),
    "isblank": ("ctype.h", "the C locale; 0 or 1, as glibc; an error below -128 and above 255"),
    "isprint": ("ctype.h", "the C locale; 0 or 16384, as glibc; an error below -128 and above 255"),
    "isgraph": ("ctype.h", "the C locale; 0 or 32768, as glibc; an error below -128 and above 255"),
    "ispunct": ("ctype.h", "the C locale; 0 or 4, as glibc; an error below -128 and above 255"),
    "iscntrl": ("ctype.h", "the C locale; 0 or 2, as glibc; an error below -128 and above 255"),
    "isxdigit": ("ctype.h", "the C locale; 0 or 4096, as glibc; an error below -128 and above 255"),
    "abs": ("stdlib.h", "the absolute value; that of the least int is itself"),
    "labs": ("stdlib.h", "as abs, of long"),
    "llabs": ("stdlib.h", "as abs, of long long"),
    "atoi": ("stdlib.h", "reads digits up to the first other byte; wraps"),
    "raise": ("signal.h", "0 of signal 0, the program is over of SIGABRT; every other signal is refused"),
    "kill": ("signal.h", "0 or -1 of signal 0; every other signal is refused"),
    "atol": ("stdlib.h", "as atoi, to long"),
    "bsearch": ("stdlib.h", "binary search; calls the comparison"),
    "qsort": ("stdlib.h", "insertion sort, equal elements in any order; calls the comparison"),
    "__errno_location": ("errno.h", "the address of an int that holds anything at each use"),
    "time": ("time.h", "any time from 1970 on; stored if the argument is not null"),
    "fgets": ("stdio.h", "null, or some bytes and a zero, at most n in all"),
    "fread": ("stdio.h", "writes any bytes of at most n elements, and says how many"),
    "read": ("unistd.h", "writes any bytes, at most n, and says how many or -1"),
    "fwrite": ("stdio.h", "reads n elements; any result up to n"),
    "write": ("unistd.h", "reads n bytes, and says how many it wrote, at most n, or -1"),
    "strtol": ("stdlib.h", "any number; the end is some place inside the string"),
    "strtoul": ("stdlib.h", "as strtol"),
    "strtod": ("stdlib.h", "any double; the end is some place inside the string"),
    "atof": ("stdlib.h", "any double"),
    "getenv": ("stdlib.h", "null or any address: of no object that is known"),
    "setlocale": ("locale.h", "null or any address: of no object that is known"),
    "fopen": ("stdio.h", "null, or a new stream"),
    "fdopen": ("stdio.h", "as fopen"),
    "tmpfile": ("stdio.h", "as fopen"),
    "fclose": ("stdio.h", "closes the stream; also stdin, stdout and stderr"),
    "freopen": ("stdio.h", "the stream, or null, and then it is closed"),
    "fgetc": ("stdio.h", "any byte, as unsigned, or -1"),
    "getc": ("stdio.h", "as fgetc"),
    "fputc": ("stdio.h", "any byte, as unsigned, or -1"),
    "putc": ("stdio.h", "as fputc"),
    "ungetc": ("stdio.h", "as fputc"),
    "__symheap_string": ("symheap.h", "a string is readable up to and with its zero"),
    "__symheap_length": ("symheap.h", "as strlen"),
    "__symheap_copied": ("symheap.h", "as stpcpy"),
    "__symheap_order": ("symheap.h", "a number of the same sign, between -255 and 255"),
    "__symheap_apart": ("symheap.h", "a string is not where its copy goes, else it is an error"),
    "__symheap_closed": ("symheap.h", "closes a stream"),
    "__symheap_text": ("symheap.h", "a string, or n bytes of it, are readable; all of it if n is negative"),
    "__symheap_plain": ("symheap.h", "a format has no conversions, else it is refused"),
    "__symheap_stream": ("symheap.h", "a stream is open"),
    "__symheap_kept": ("symheap.h", "an address is null, else it is refused"),
    "__symheap_opened": ("symheap.h", "a new stream"),
    "__symheap_formatted": ("symheap.h", "any text of some length and a zero, at most n bytes in all"),
    "__symheap_scanned": ("symheap.h", "1 to n bytes and a zero"),
    "__symheap_scanned_from": ("symheap.h", "1 to n bytes of a string and a zero; n bytes and a zero have to fit"),
    "__symheap_resized": ("symheap.h", "as realloc"),
    "__symheap_cleared": ("symheap.h", "as calloc"),
    "__symheap_character": ("symheap.h", "an int is one that the tables of ctype.h have: -128 to 255"),
    **dict.fromkeys(_ANY_RESULT.split(), ("stdio.h", "any result")),
    **dict.fromkeys(_ZERO_OR_LESS.split(), ("stdio.h", "0 or -1")),
    **dict.fromkeys(_NUMBER_OR_LESS.split(), ("stdio.h", "any number from -1 on")),
}


@cache
def models(model: DataModel) -> Parsed:
    """Return the syntax tree of ``models.c``, with the checks of arguments."""
    size = "unsigned long" if model is DataModel.LP64 else "unsigned int"
    text = files("symheap.lang.c.library").joinpath("models.c").read_text(encoding="utf-8")
    without_comments = text[text.index("*/") + 2 :].replace("__SIZE_TYPE__", size)
    parsed = parse(f'# 6 "{FILE}"{without_comments}', FILE)
    with_checks(parsed.tree)
    return parsed

"""The models that are written in C, in ``models.c``: what each does, in one line, and how a program gets them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from symheap.lang.c.modelled import FILE
from symheap.lang.c.parse import Parsed, parse
from symheap.memory.ir import DataModel

DOCUMENTATION: Final[dict[str, tuple[str, str]]] = {
    "__symheap_readable": ("symheap.h", "n elements of a size are readable"),
    "strlen": ("string.h", "reads up to and with the terminating zero"),
    "strnlen": ("string.h", "reads up to the zero, or n bytes"),
    "strcpy": ("string.h", "reads and writes byte by byte, with the zero"),
    "stpcpy": ("string.h", "as strcpy; the result is the address of the zero"),
    "strncpy": ("string.h", "writes n bytes, filled up with zeros"),
    "strcat": ("string.h", "finds the end and copies behind it"),
    "strncat": ("string.h", "as strcat, of at most n bytes and a zero"),
    "strcmp": ("string.h", "compares byte by byte as unsigned"),
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
    "isdigit": ("ctype.h", "the C locale; 0 or 1"),
    "islower": ("ctype.h", "the C locale; 0 or 1"),
    "isupper": ("ctype.h", "the C locale; 0 or 1"),
    "isalpha": ("ctype.h", "the C locale; 0 or 1"),
    "isalnum": ("ctype.h", "the C locale; 0 or 1"),
    "isspace": ("ctype.h", "the C locale; 0 or 1"),
    "isblank": ("ctype.h", "the C locale; 0 or 1"),
    "isprint": ("ctype.h", "the C locale; 0 or 1"),
    "isgraph": ("ctype.h", "the C locale; 0 or 1"),
    "ispunct": ("ctype.h", "the C locale; 0 or 1"),
    "iscntrl": ("ctype.h", "the C locale; 0 or 1"),
    "isxdigit": ("ctype.h", "the C locale; 0 or 1"),
    "abs": ("stdlib.h", "the absolute value; that of the least int is itself"),
    "labs": ("stdlib.h", "as abs, of long"),
    "llabs": ("stdlib.h", "as abs, of long long"),
    "atoi": ("stdlib.h", "reads digits up to the first other byte; wraps"),
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
    "snprintf": ("stdio.h", "any text and a zero, at most n bytes in all; any result"),
    "vsnprintf": ("stdio.h", "as snprintf"),
    "strtol": ("stdlib.h", "any number; the end is some place inside the string"),
    "strtoul": ("stdlib.h", "as strtol"),
}

STREAMS: Final = ("streams are open when they are used",)

ASSUMPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "fgets": STREAMS,
    "fread": STREAMS,
    "fwrite": STREAMS,
    "snprintf": ("formats of snprintf fit their arguments, and have no %n",),
    "vsnprintf": ("formats of vsnprintf fit their arguments, and have no %n",),
}
"""What a program that calls one takes for granted."""


@cache
def models(model: DataModel) -> Parsed:
    """The syntax tree of ``models.c``."""
    size = "unsigned long" if model is DataModel.LP64 else "unsigned int"
    text = files("symheap.lang.c.library").joinpath("models.c").read_text(encoding="utf-8")
    without_comments = text[text.index("*/") + 2 :].replace("__SIZE_TYPE__", size)
    return parse(f'# 4 "{FILE}"{without_comments}', FILE)

"""Programs of the fuzzer: blocks of C, one per feature, combined into one or two files.

Lines that start with ``!!`` are only for runs: they mark undefined behaviour that no sanitizer detects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

MARK: Final = "!!"
PROLOGUE: Final = """\
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
"""
NONDET: Final = {
    "int": "int",
    "char": "char",
    "schar": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "uint": "unsigned",
    "long": "long",
    "ulong": "unsigned long",
    "bool": "_Bool",
    "double": "double",
    "float": "float",
}
_HEADERS: Final = {
    "ctype.h": r"is(al|di|up|lo|sp|xd|pu|bl|cn|gr|pr)\w+|to(upp|low)er",
    "errno.h": "errno",
    "fcntl.h": r"open|O_\w+",
    "limits.h": r"\w+_(MAX|MIN)",
    "locale.h": "setlocale|LC_ALL",
    "math.h": "sqrt|floor|ceil|fabs|pow|NAN|INFINITY|isnan|fmod|round",
    "stddef.h": "offsetof|size_t|ptrdiff_t",
    "stdint.h": r"u?int(8|16|32|64|ptr)_t",
    "stdio.h": r"\w*printf|\w*scanf|FILE|f[a-z]+|get[a-z]*|put[a-z]*|perror|remove|rename|ungetc|NULL|set\w*buf|rewind"
    r"|clearerr|EOF",
    "stdlib.h": r"\w*alloc|free|exit|abort|ato[ifl]|strto\w+|qsort|bsearch|\w*abs|rand|system|getenv",
    "string.h": r"mem\w+|str\w+|stp\w+",
    "strings.h": "bzero|bcopy|strcasecmp",
    "sys/stat.h": "mkdir",
    "time.h": "time|time_t|clock",
    "unistd.h": "read|write|unlink|access|close|chdir|rmdir|getpid",
    "assert.h": "assert",
}
_WORD: Final = re.compile(r"\b[A-Za-z_]\w*\b")


@dataclass(frozen=True, slots=True)
class Block:
    """The contribution of a feature to a program: declarations, statements of ``main``, declarations of a second file.

    `tags` name the features; `alone` means that the program cannot share a process with others.
    """

    tags: tuple[str, ...]
    top: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    alone: bool = False


@dataclass(frozen=True, slots=True)
class FuzzProgram:
    """A program of one or two files; `number` is its seed."""

    number: int
    blocks: tuple[Block, ...]
    whole: str = field(default="")
    """Text of a program without blocks: a mutant of the corpus."""
    origin: str = ""

    @property
    def tags(self) -> tuple[str, ...]:
        tags = (tag for block in self.blocks for tag in block.tags)
        return (*dict.fromkeys(tags), *((self.origin,) if self.origin else ()))

    @property
    def alone(self) -> bool:
        return any(block.alone for block in self.blocks)

    def files(self, *, marked: bool = False) -> tuple[str, ...]:
        """Return the text of each file; `marked` for a run, with the marks of undefined behaviour."""
        if self.whole:
            return (self.whole,)
        body = ["int main(void)", "{", *(line for block in self.blocks for line in block.body), "return 0;", "}"]
        first = [*(line for block in self.blocks for line in block.top), *body]
        other = [line for block in self.blocks for line in block.other]
        return tuple(_text(lines, marked=marked) for lines in (first, other) if lines)

    def with_blocks(self, blocks: Sequence[Block]) -> FuzzProgram:
        return replace(self, blocks=tuple(blocks))

    def numbers(self) -> list[int]:
        """Return the integer constants of the program, which inputs should be near to."""
        text = "\n".join(self.files())
        text = re.sub(r'"(\\.|[^"\\])*"', "", text)
        return sorted({int(literal, 0) for literal in re.findall(r"\b(?:0x[0-9a-fA-F]+|[1-9]\d*|0)\b", text)})


def _text(lines: Sequence[str], *, marked: bool) -> str:
    """Return the lines, with the headers and the input functions that they need, indented."""
    kept = [line for line in lines if marked or not line.lstrip().startswith(MARK)]
    kept = [line.lstrip().removeprefix(MARK).strip() if line.lstrip().startswith(MARK) else line for line in kept]
    words = set(_WORD.findall(re.sub(r'"(\\.|[^"\\])*"', "", "\n".join(kept))))
    head = [
        f"#include <{header}>" for header, names in _HEADERS.items() if any(re.fullmatch(names, word) for word in words)
    ]
    head += [
        f"extern {kind} symheap_nondet_{name}(void);"
        for name, kind in NONDET.items()
        if f"symheap_nondet_{name}" in words
    ]
    if marked and any("fuzz_undefined" in line for line in kept):
        head.append("void fuzz_undefined(const char *);")
    return "\n".join([*head, *_indented(kept)]) + "\n"


def _indented(lines: Sequence[str]) -> list[str]:
    depth, out = 0, []
    for line in lines:
        text = line.strip()
        closing = len(text) - len(text.lstrip("}"))
        out.append("    " * max(depth - closing, 0) + text)
        depth += text.count("{") - text.count("}")
    return out

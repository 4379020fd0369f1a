"""No text shows a user what only the machinery knows: descriptors, operators of bit vectors, numbers for offsets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from cli_runner import ROOT, symheap

from symheap.testing.java_corpus import jdk_for

PROGRAMS: Final = ROOT / "tests" / "programs"
JAVA: Final = sorted((*(PROGRAMS / "java").glob("*.java"), *(PROGRAMS / "first_minute").glob("*.java")))
TUTORIAL: Final = sorted((ROOT / "examples" / "tutorial").rglob("*.java"))
C: Final = sorted(
    (*(PROGRAMS / "c").glob("*.c"), *(PROGRAMS / "c_refine").glob("*.c"), *(PROGRAMS / "c_lists").glob("*.c"))
)
EXAMPLES: Final = sorted((*(ROOT / "examples").glob("javalite/*.jl"), *(ROOT / "examples").glob("pose/*.pose")))

_TYPE = r"\[*(?:[BCDFIJSZ]|L[\w$]+(?:/[\w$]+)+;)"
FORBIDDEN: Final = {
    "a descriptor of a method": re.compile(rf"\((?:{_TYPE})*\)(?:V|{_TYPE})(?![\w(])"),
    "a descriptor of a class": re.compile(r"\bL[a-z]\w*(?:/[\w$]+)+;"),
    "an operator of bit vectors": re.compile(r"\b(?:extract|zero_extend|sign_extend|concat|bv[a-z]+)\("),
    "a negative number as a large one": re.compile(r"\boffset \d{12,}|\b1844674407\d{10}\b"),
    "a type without its name": re.compile(r"<anonymous \d+>"),
    "a jump of the bytecode": re.compile(r"\.java:\d+: branch |\bline \d+: branch "),
    "an error of symheap": re.compile(r"symheap: internal error|Traceback"),
}


def forbidden(text: str) -> list[str]:
    return [
        f"{what}: {line.strip()}"
        for line in text.splitlines()
        for what, pattern in FORBIDDEN.items()
        if pattern.search(line)
    ]


def test_the_patterns_find_what_they_are_for() -> None:
    shown = (
        "throws X (out-of-bounds, pop()Ljava/lang/Object;)",
        "null has no 'charAt(I)C'",
        "of Ljava/lang/String;",
        "extract(x, 31, 0) == 3",
        "at offset 18446744072007035116",
        "struct <anonymous 29>",
        "  decides  Stack.java:23: branch true",
    )
    assert all(forbidden(line) for line in shown)
    assert not forbidden(
        "line 23: i < size  yes\nreturns (int) x & 0xff when f(I) is called, at offset -8\n(1 path) Z\n"
    )


@pytest.mark.parametrize("source", [*JAVA, *TUTORIAL], ids=lambda source: source.stem)
def test_explore_speaks_java(source: Path) -> None:
    if jdk_for(17) is None:
        pytest.skip("no JDK of that version with javac")
    limits = ("--max-traces", "12", "--max-loop", "2", "--timeout", "6")
    result = symheap("explore", source, "--paths", "--no-store", "--assumptions", *limits)
    assert result.status in (0, 1, 3)
    assert result.out
    assert forbidden(result.out + result.err) == []

"""Find the lines of each test and its act in a file of tests."""

from __future__ import annotations

import re

from symheap.testgen.cases import Test
from symheap.testgen.replay.sources import LinesOfTest
from symheap.testgen.writing.printing import INDENT
from symheap.testgen.writing.suite import TestFile

_HEAD = re.compile(rf"{INDENT}(public )?void ")


def places_in(file: TestFile) -> tuple[LinesOfTest, ...]:
    """Return the tests of a file with their lines.

    Law of the writer: a test is a method delimited by lines at member indentation.  Its statements are in groups
    separated by one blank line: the arrangement, if there is any, the act, and the asserts.
    """
    lines = file.text.split("\n")
    heads = {
        _name(line): number for number, line in enumerate(lines) if line.startswith(f"{INDENT}") and "void " in line
    }
    return tuple(_place(lines, heads[test.name], test) for test in file.tests)


def _name(line: str) -> str:
    return line.partition("void ")[2].partition("(")[0]


def _place(lines: list[str], head: int, test: Test) -> LinesOfTest:
    first = head
    while lines[first - 1].strip() and not lines[first - 1].endswith("{"):
        first -= 1
    last = lines.index(f"{INDENT}}}", head)
    begin = next(number for number in range(head, last) if lines[number].endswith("{")) + 1
    return LinesOfTest(test.name, first + 1, last + 1, _group(lines, begin, last, 1 if test.arrange else 0))


def _group(lines: list[str], begin: int, end: int, wanted: int) -> tuple[int, int]:
    """Return the first and the last line of one of the groups, counted from 1."""
    for _ in range(wanted):
        begin = lines.index("", begin, end) + 1
    following = lines[begin:end].index("") if "" in lines[begin:end] else end - begin
    return begin + 1, begin + following

"""Lower small C programs to the IR, for tests."""

from __future__ import annotations

from dataclasses import replace

from symheap.lang.c.entry import COptions, load_text
from symheap.memory.check import check
from symheap.memory.ir import DataModel, Function, Program
from symheap.memory.text import function_text

LP64 = COptions(model=DataModel.LP64)
ILP32 = COptions(model=DataModel.ILP32)


def lowered(source: str, options: COptions = LP64) -> Program:
    """Return the program of `source`, which is well-formed."""
    program = load_text(source, "test.c", options)
    assert check(program) == []
    return program


def function(source: str, name: str = "f", options: COptions = LP64) -> Function:
    """Return one function of `source`, lowered as the entry."""
    return lowered(source, replace(options, entry=name)).functions[name]


def lines(source: str, name: str = "f", options: COptions = LP64) -> list[str]:
    """Return the text of one function, without its head."""
    return [line.strip() for line in function_text(function(source, name, options)).splitlines()[1:]]


def statements(code: str, declarations: str = "", options: COptions = LP64) -> list[str]:
    """Return the commands of the first block of a function with `code` as its body."""
    listing = lines(f"{declarations}\nvoid f(int a, int b, int *p, char c, unsigned u) {{ {code} }}", options=options)
    return listing[1:]

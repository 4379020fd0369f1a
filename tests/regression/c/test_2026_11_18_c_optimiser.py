"""2026-11-18: what only an optimiser knows was taken from gcc -O0, or, for object sizes, was wrong."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.proof.verdict import Word

OPEN = {
    "a variable": "int x = 1; if (__builtin_constant_p(x)) *p = 1;",
    "a variable, negated": "int x = 1; if (!__builtin_constant_p(x)) *p = 1;",
    "part of a condition": "int x = 1; if (1 && __builtin_constant_p(x + 1)) *p = 1;",
    "a choice": "int x = 1; *(__builtin_constant_p(x) ? &x : p) = 1;",
    "the size of an object": "char b[7]; if (__builtin_object_size(b, 0) == 7) *p = 1;",
    "the size of an object, not known": "char b[7]; if (__builtin_object_size(b, 0) != 7) *p = 1;",
}
KNOWN = {
    "a number": "if (!__builtin_constant_p(3 * 4)) *p = 1;",
    "an enumerator": "enum { A = 3 }; if (!__builtin_constant_p(A)) *p = 1;",
    "a length": "char b[__builtin_constant_p(3) ? 1 : 2]; if (sizeof b != 1) *p = 1;",
    "both are right": "int x = 1, y; if (__builtin_constant_p(x)) y = 1; else y = 2; if (y > 2) *p = 1;",
}


def word(folder: Path, body: str) -> Word:
    file = folder / "main.c"
    file.write_text(f"int main(void) {{ int *p = 0; {body} return 0; }}")
    return decide(load([file], COptions()), Settings(seconds=20.0), tools=Tools(clock=time.process_time)).word


@pytest.mark.parametrize("name", OPEN)
def test_what_an_optimiser_decides_is_neither_safe_nor_unsafe(name: str, tmp_path: Path) -> None:
    assert word(tmp_path, OPEN[name]) is Word.UNKNOWN


@pytest.mark.parametrize("name", KNOWN)
def test_constants_are_known(name: str, tmp_path: Path) -> None:
    assert word(tmp_path, KNOWN[name]) is Word.SAFE

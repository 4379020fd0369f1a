"""2026-11-18: ``(a > 0) == b`` in a condition was read as ``!(a > 0)``, so that crashing programs were called safe."""

from __future__ import annotations

from pathlib import Path

import pytest

import symheap

PROGRAM = """\
int symheap_nondet_int(void);
int main(void)
{
    int x = symheap_nondet_int(), y = symheap_nondet_int(), *p = 0;
    double d = y;
    %s
    return 0;
}
"""


def verdict(tmp_path: Path, statement: str) -> str:
    source = tmp_path / "program.c"
    source.write_text(PROGRAM % statement, encoding="utf-8")
    return symheap.prove(source).verdict


@pytest.mark.parametrize(
    "statement",
    [
        "if ((x > 0) == (y > 0) && x > 0) *p = 1;",
        "if ((x == 0) == 1) return 0; if (x == 7) *p = 1;",
        "if ((x < y) == (y == 3)) { if (x < y) *p = 1; }",
        "while ((x != 0) == 1) *p = 1;",
        "if ((x == 0) == 0) { if (x == 5) *p = 1; }",
        "if (!x == 1) *p = 1;",
    ],
)
def test_what_crashes_is_unsafe(tmp_path: Path, statement: str) -> None:
    assert verdict(tmp_path, statement) == "unsafe"


@pytest.mark.parametrize(
    "statement",
    [
        "if ((x == 0) == 2) *p = 1;",
        "if (!x == 3) *p = 1;",
        "x = 5; if ((x == 0) == 1) *p = 1;",
        "if ((x > 5) == 1 && x <= 5) *p = 1;",
        "if ((x > 0) == (y > 0) && x > 0 && y <= 0) *p = 1;",
        "int equal = (x == y) == 1; if (equal != (x == y)) *p = 1;",
        "if (x == 4 && ((d < 1.0) == (x == 4)) && y > 2) *p = 1;",
    ],
)
def test_what_is_right_is_safe(tmp_path: Path, statement: str) -> None:
    assert verdict(tmp_path, statement) == "safe"

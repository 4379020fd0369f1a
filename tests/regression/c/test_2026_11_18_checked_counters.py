"""2026-11-18: for correct proofs with sums of several unknown numbers, no certificates were found."""

from __future__ import annotations

from pathlib import Path

import pytest

import symheap

PROGRAMS = {
    "two widths": (
        "int main(void) { signed char c = 0; short k = 0; int n = nondet_int();"
        " while (n-- > 0) { c++; k++; } return 0; }"
    ),
    "two globals": "char c; int k; int main(void) { int n = nondet_int(); while (n-- > 0) { c++; k++; } return 0; }",
    "a condition as an argument": (
        "long down(int n, long x) { return n <= 0 ? x : down(n - 1, x); }"
        "int main(void) { if (down(2, nondet_int() == 0) > 8) *(char *)0 = 1; return 0; }"
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_checker_accepts_the_proof(name: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text("int nondet_int(void);\n" + PROGRAMS[name])
    proof = symheap.prove([str(file)], timeout=60)
    assert (proof.verdict, proof.reason) == ("safe", "")

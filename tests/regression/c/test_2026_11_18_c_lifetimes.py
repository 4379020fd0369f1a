"""2026-11-18: arrays of variable length lived until their function returned, results of calls until a block ended."""

from __future__ import annotations

import time

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Decision, Settings
from symheap.separation.proof.verdict import Word

HEAD = """
struct s { int n; int a[4]; }; struct s make(int k) { struct s r = {k, {1, 2, 3, 4}}; return r; }
struct s same(struct s x) { return x; } int sum(int *p) { return p[0] + p[1]; } int nondet(void);
"""


def decided(body: str) -> Decision:
    return decide(
        load_text(f"{HEAD}int main(void) {{ {body} }}", "program.c", COptions()),
        Settings(seconds=20.0),
        tools=Tools(clock=time.process_time),
    )


DEAD = {
    "an array of variable length, behind its block": "int n = 3, *p; { int a[n]; a[0] = 1; p = a; } return *p;",
    "one of an earlier round": (
        "int n = 3, *p = 0; for (int i = 0; i < 3; i++) { int a[n]; if (p) *p = 1; p = a; } return 0;"
    ),
    "one that a jump back passes": (
        "int n = 3, *p = 0; again: ; int a[n]; if (p) return *p; p = a; goto again; return 0;"
    ),
    "one that break leaves": "int n = 2, *p; for (;;) { int a[n]; p = a; break; } return *p;",
    "one of two dimensions": "int n = 2; int (*p)[n]; { int a[n][n]; p = a; } return p[1][1];",
    "the result of a call": "int *p = make(1).a; return *p;",
    "the result of a call, assigned": "int *p; p = make(1).a; return p[1];",
    "the result of a call in a condition": "int *p; if ((p = make(1).a)) return *p; return 0;",
    "the result of a call in a loop": "int *p = 0; for (int i = 0; i < 3; i++) p = make(i).a; return *p;",
    "a compound literal, behind its block": "int *p; { p = (int[]){1, 2}; } return *p;",
}
ALIVE = {
    "arrays of variable length": (
        "int t = 0; for (int i = 0; i < 3; i++) { char b[i + 1]; b[i] = 1; t += b[i]; if (t == 7) continue; } return t;"
    ),
    "results of calls": (
        "struct s v = make(1), w; w = make(2); int k = make(3).a[2] + sum(make(4).a); if (sum(same(make(6)).a)) k++;"
        "for (int i = 0; i < 3; i++) k += make(i).a[i]; switch (make(1).n) { case 1: k--; }"
        "struct s x = k ? make(3) : same(make(4)); return v.a[0] + w.a[1] + k + x.a[3];"
    ),
    "a compound literal": "int *p = (int[]){1, 2}; return p[1];",
    "an array of an unknown size": "int n = nondet(); if (n < 1 || n > 9) return 0; int a[n]; a[n - 1] = 1; return 0;",
}


@pytest.mark.parametrize("name", DEAD)
def test_what_is_no_more_is_not_used(name: str) -> None:
    answer = decided(DEAD[name])
    assert answer.word is Word.UNSAFE
    assert "use-after-scope" in answer.reason


@pytest.mark.parametrize("name", ALIVE)
def test_what_lives_may_be_used(name: str) -> None:
    assert decided(ALIVE[name]).word is Word.SAFE


@pytest.mark.parametrize("declaration", ["int a[n];", "char a[2][n];", "unsigned m = n & 7; int a[m];"])
def test_a_length_that_may_not_be_positive_is_refused(declaration: str) -> None:
    answer = decided(f"int n = nondet(); {declaration} return 0;")
    assert answer.word is Word.UNKNOWN
    assert "refused: an array whose length is not positive" in {gap.reason for gap in answer.system.gaps}

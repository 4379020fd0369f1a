"""2026-11-18: incompatible declarations of one function or object were accepted."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Decision, Settings
from symheap.separation.proof.verdict import Word

CALL = "call of f by another type than that of its definition"
OBJECT = "x, which is declared with different types"
CLASHES = {
    "a float for an int": ("int f(float); int main(void) { return f(1.0f); }", "int f(int x) { return x; }", CALL),
    "a longer result": ("long f(void); int main(void) { return f() == 3; }", "int f(void) { return 3; }", CALL),
    "another structure": (
        "struct s { int a, b; }; int f(struct s *); int main(void) { struct s v = {0, 1}; return f(&v); }",
        "struct s { int b, a; }; int f(struct s *p) { return p->a; }",
        CALL,
    ),
    "no declaration": ("int main(void) { int *p = f(); return *p; }", "int x; int *f(void) { return &x; }", CALL),
    "too few arguments": (
        "int f(); int main(void) { return f(1); }",
        "int f(a, b) int a; int *b; { return *b; }",
        "call of f with 1 arguments instead of 2",
    ),
    "too many arguments": (
        "int f(); int main(void) { return f(1, 2); }",
        "int f(a) int a; { return a; }",
        "call of f with 2 arguments instead of 1",
    ),
    "an argument of another type": (
        "int f(); int main(void) { return f(1.5); }",
        "int f(a) int a; { return a; }",
        "an argument of type double for a parameter of type int",
    ),
    "a pointer for an array": ("extern char *x; int main(void) { return x[0]; }", 'char x[8] = "abc";', OBJECT),
    "a longer object": ("extern long x; int main(void) { return x == 0; }", "int x;", OBJECT),
    "an object for a function": ("extern int x; int main(void) { return x; }", "int x(void) { return 1; }", OBJECT),
}
FITS = {
    "the same in other words": (
        "struct s { int a; struct s *n; }; int f(struct s *, unsigned char *); extern const int k[];"
        "int main(void) { struct s v = {0, 0}; unsigned char c = 1; return f(&v, &c) + k[1]; }",
        "struct s { int a; struct s *n; }; const int k[2] = {1, 2};"
        "int f(struct s *p, unsigned char *c) { return p->a + *c; }",
    ),
    "an incomplete structure": (
        "struct s; struct s *f(void); int g(struct s *); int main(void) { return g(f()); }",
        "struct s { int a; } v; struct s *f(void) { return &v; } int g(struct s *p) { return p->a; }",
    ),
    "no prototype": (
        "int f(); int main(void) { int x; char c = 1; return f(c, &x); }",
        "int f(a, b) char a; int *b; { return *b = a; }",
    ),
}


def decided(folder: Path, *texts: str) -> Decision:
    files = [folder / f"{number}.c" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    return decide(load(files, COptions()), Settings(seconds=20.0), tools=Tools(clock=time.process_time))


@pytest.mark.parametrize("name", CLASHES)
def test_declarations_that_do_not_fit_are_refused(name: str, tmp_path: Path) -> None:
    one, two, reason = CLASHES[name]
    answer = decided(tmp_path, one, two)
    assert answer.word is Word.UNKNOWN
    assert f"refused: {reason}" in {gap.reason for gap in answer.system.gaps}


@pytest.mark.parametrize("name", FITS)
def test_declarations_that_fit_are_one(name: str, tmp_path: Path) -> None:
    assert decided(tmp_path, *FITS[name]).word is Word.SAFE


def test_a_definition_that_is_const_protects_the_object(tmp_path: Path) -> None:
    assert (
        decided(tmp_path, "extern int x; int main(void) { x = 3; return 0; }", "const int x = 1;").word is Word.UNSAFE
    )


READ_BY_CALLER = {
    "a byte": ("unsigned char f();", "signed char f(void) { return -1; }"),
    "a byte with a prototype": ("unsigned char f(void);", "signed char f(void) { return -1; }"),
    "an int": ("unsigned f();", "int f(void) { return -1; }"),
}


@pytest.mark.parametrize("name", READ_BY_CALLER)
def test_a_result_is_read_by_the_type_that_the_caller_declares(name: str, tmp_path: Path) -> None:
    declared, defined = READ_BY_CALLER[name]
    main = f"{declared} int main(void) {{ int *p = 0; long l = f(); if (l %s 0) *p = 1; return 0; }}"
    assert decided(tmp_path, main % "<", defined).word is Word.SAFE
    assert decided(tmp_path, main % ">", defined).word is Word.UNSAFE

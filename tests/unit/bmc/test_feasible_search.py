"""Errors that need particular values, placements or rounds, each confirmed by the interpreter."""

from __future__ import annotations

import pytest

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import Counterexample, NoneFound
from symheap.bmc.limits import SearchLimits
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import ScriptedOracle
from symheap.memory.ir import DataModel, Program

SEARCH = SearchLimits(seconds=20.0, random_seconds=0.0)
DECLARATIONS = (
    "typedef unsigned long size_t; typedef unsigned long uintptr_t;"
    "void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);"
    "void *alloca(size_t); void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);"
    "int nondet(void); unsigned symheap_nondet_uint(void); void exit(int);"
    "void symheap_assert(int); void symheap_assume(int); void *symheap_nondet_pointer(void);\n"
)


def program(text: str, *, may_fail: bool = False) -> Program:
    return load_text(DECLARATIONS + text, "test.c", COptions(model=DataModel.LP64, malloc_may_fail=may_fail))


def main(body: str, before: str = "", **options: bool) -> Program:
    return program(f"{before}\nint main(void) {{ {body} return 0; }}", **options)


ERRORS = {
    "five zeros in a row": (
        "int n = 0; for (int i = 0; i < 5; i++) if (nondet() == 0) n++; if (n == 5) { int *p = 0; *p = 1; }",
        MemoryErrorKind.NULL,
    ),
    "a number out of two to the thirty-two": (
        "int x = nondet(); if (x * 3 + 7 == 1000003) { int *p = 0; *p = x; }",
        MemoryErrorKind.NULL,
    ),
    "fresh memory that happens to be 42": (
        "int *p = malloc(4); if (*p == 42) free(p); *p = 0; free(p);",
        MemoryErrorKind.DANGLING,
    ),
    "a local that was never set": ("int *p; *p = 1;", MemoryErrorKind.NULL),
    "a local that is not null": ("int *p; if (p != 0) { free(p); }", MemoryErrorKind.INVALID_FREE),
    "an index that was not checked": (
        "int a[8]; int i = nondet(); if (i < 8) a[i] = 1;",
        MemoryErrorKind.BOUNDS,
    ),
    "an index beyond a size that is not a number": (
        "unsigned n = symheap_nondet_uint(); if (n < 100) { char *p = malloc(n); p[n] = 0; }",
        MemoryErrorKind.BOUNDS,
    ),
    "a copy that is too long": (
        "char a[8], b[16]; unsigned n = symheap_nondet_uint(); if (n <= 16) memcpy(a, b, n);",
        MemoryErrorKind.BOUNDS,
    ),
    "a fill that is too long": (
        "char a[8]; unsigned n = symheap_nondet_uint(); if (n % 4 == 1) memset(a, 0, n);",
        MemoryErrorKind.BOUNDS,
    ),
    "two objects side by side": (
        "char *p = malloc(16), *q = malloc(16); if (p + 16 == q) { free(p); free(p); }",
        MemoryErrorKind.DOUBLE_FREE,
    ),
    "an object in front of another": (
        "char *p = malloc(16), *q = malloc(16); if (q < p) { free(p + 1); }",
        MemoryErrorKind.INVALID_FREE,
    ),
    "memory that is used again": (
        "char *p = malloc(16), *q; free(p); q = malloc(16); if (p == q) symheap_assert(0);",
        MemoryErrorKind.ASSERTION,
    ),
    "an address that somebody guessed": (
        "int x = 5; int *p = symheap_nondet_pointer(); symheap_assume(p != 0 && (uintptr_t)p % 4 == 0);"
        "symheap_assume(p == &x); *p = 6; symheap_assert(x == 5);",
        MemoryErrorKind.ASSERTION,
    ),
    "a link that is two addresses at once": (
        "int x = 1, y = 2; uintptr_t both = (uintptr_t)&x ^ (uintptr_t)&y; int *p = (int *)(both ^ (uintptr_t)&x);"
        "*p = 3; symheap_assert(y != 3);",
        MemoryErrorKind.ASSERTION,
    ),
    "bytes copied before they were set": (
        "int a, b; memcpy(&a, &b, 4); symheap_assert(a == 77 ? a != b : 1);",
        MemoryErrorKind.ASSERTION,
    ),
    "a constant that is written": ("char *s = (char *)\"abc\"; s[1] = 'x';", MemoryErrorKind.READ_ONLY),
    "a block whose scope was left": (
        "int *p = 0; { int x = 1; p = &x; } if (nondet()) *p = 2;",
        MemoryErrorKind.SCOPE,
    ),
    "zeros that end where the memory does": (
        "int *p = calloc(2, 4); p = realloc(p, 16); symheap_assert(p[0] == 0 && p[1] == 0 && p[2] == 0);",
        MemoryErrorKind.ASSERTION,
    ),
    "a list of two elements": (
        "struct n { struct n *next; } *l = 0, *t; while (nondet()) { t = malloc(sizeof *t); t->next = l; l = t; }"
        "if (l && l->next && !l->next->next) free(l->next); while (l) { t = l->next; free(l); l = t; }",
        MemoryErrorKind.DANGLING,
    ),
    "a division and a shift that have a meaning": (
        "int x = nondet(), y = nondet(); if (x / y == 7 && (1 << x) == 0x10000000) { int *p = 0; *p = 1; }",
        MemoryErrorKind.NULL,
    ),
    "an unsigned remainder": (
        "unsigned x = symheap_nondet_uint(); if (x % 1000 == 999 && x / 1000 == 4000000) free((void *)(uintptr_t)x);",
        MemoryErrorKind.INVALID_FREE,
    ),
    "a number with a fraction": (
        "double d = nondet(); float f = nondet() / 2.0f; if (d * 0.5 == 10.5 + f) { int *p = 0; *p = 1; }",
        MemoryErrorKind.NULL,
    ),
    "a call through what is no function": (
        "void (*f)(void) = 0; if (nondet() == 5) f();",
        MemoryErrorKind.BAD_CALL,
    ),
    "forks in each of many rounds": (
        "int *p = 0; for (int i = 0; i < 40; i++) if (nondet()) p = malloc(4); *p = 1;",
        MemoryErrorKind.NULL,
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_is_found_and_confirmed(name: str) -> None:
    body, kind = ERRORS[name]
    text = main(body)
    answer = feasible(text, (), limits=SEARCH)
    assert isinstance(answer, Counterexample), answer
    assert answer.failure.kind is kind
    assert answer.found_by == "search"
    assert answer.effort.unconfirmed == 0
    assert run(text, ScriptedOracle(answer.script)) == answer.failure


RIGHT = {
    "apart": "char *p = malloc(16), *q = malloc(16); symheap_assert(p != q && p + 15 != q && p + 16 != q + 1);",
    "aligned": "char *p = malloc(3); symheap_assert((uintptr_t)p % 16 == 0); free(p);",
    "not null": "char *p = malloc(1); symheap_assert(p != 0); free(p);",
    "settled": "int x; int a = x, b = x; symheap_assert(a == b);",
    "settled by a copy": "int a, b; memcpy(&a, &b, 4); symheap_assert(a == b);",
    "kept": "int *p = malloc(8); p[1] = nondet(); int x = p[1]; p = realloc(p, 16); symheap_assert(p[1] == x);",
    "assumed": "int x = nondet(); symheap_assume(x > 3); int a[4]; if (x < 4) a[x] = 0;",
    "checked": "int a[8]; int i = nondet(); if (i >= 0 && i < 8) { a[i] = 1; symheap_assert(a[i] == 1); }",
    "without a meaning": "int x = nondet(); int y = 1 / x; symheap_assert(x != 0 && y <= 1);",
}


@pytest.mark.parametrize("name", RIGHT)
def test_the_whole_space_is_searched(name: str) -> None:
    answer = feasible(main(RIGHT[name]), (), limits=SEARCH)
    assert isinstance(answer, NoneFound)
    assert answer.reason == "exhausted"


def test_allocations_that_may_fail() -> None:
    body = "int *p = malloc(4); *p = 1; free(p);"
    answer = feasible(main(body, may_fail=True), (), limits=SEARCH)
    assert isinstance(answer, Counterexample)
    assert answer.script.failures == (True,)
    assert isinstance(feasible(main(body), (), limits=SEARCH), NoneFound)


def test_an_allocation_that_is_too_large_fails_without_a_question() -> None:
    body = "size_t n = symheap_nondet_uint(); symheap_assume(n > 100000000); int *p = malloc(n); *p = 1;"
    answer = feasible(main(body, may_fail=True), (), limits=SEARCH)
    assert isinstance(answer, Counterexample)
    assert answer.script.failures == ()


def test_calls_recursion_and_functions_by_address() -> None:
    text = """
    static int depth(int n) { if (n <= 0) return 0; return 1 + depth(n - 1); }
    static int twice(int n) { return 2 * n; }
    static int (*table[2])(int) = { depth, twice };
    int main(void) {
        int i = nondet(), n = nondet();
        if (i < 0 || i > 1 || n < 0) return 0;
        if (table[i](n) == 6 && n == 6) { int *p = 0; *p = 1; }
        return 0;
    }
    """
    answer = feasible(program(text), (), limits=SEARCH)
    assert isinstance(answer, Counterexample)
    assert answer.script.values == (0, 6)
    assert [block for block in answer.blocks if block[0] == "twice"] == []


def test_concrete_runs_come_first() -> None:
    answer = feasible(main("int *p = 0; *p = nondet();"), ())
    assert isinstance(answer, Counterexample)
    assert answer.found_by == "random"
    assert answer.effort.runs == 1
    assert answer.effort.steps == 0

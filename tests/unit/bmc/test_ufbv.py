"""Bounded model checking in one formula: the interpreter confirms its errors, and unsupported programs are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.bmc.counterexample import Counterexample, NoneFound
from symheap.bmc.limits import SearchLimits
from symheap.bmc.quantified.flat import flat
from symheap.bmc.quantified.formula import by_formula
from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import ScriptedOracle
from symheap.memory.ir import DataModel, Program
from symheap_testing.c.encodings import compared

LIMITS = SearchLimits(seconds=20.0)
HEAD = "#include <stdlib.h>\nint nondet(void);\n"


def _program(folder: Path, text: str) -> Program:
    file = folder / "small.c"
    file.write_text(HEAD + text)
    return load((file,), COptions(model=DataModel.ILP32))


UNSAFE = {
    "after free": ("int main(void) { int *p = malloc(4); if (nondet()) free(p); *p = 1; return 0; }", "use-after-free"),
    "double free": ("int main(void) { int *p = malloc(4), *q = p; free(p); free(q); return 0; }", "double-free"),
    "null": ("int main(void) { int *p = 0; if (nondet() == 42) *p = 1; return 0; }", "null-dereference"),
    "bounds": (
        "int f(int i) { int a[2]; a[0] = 1; a[1] = 2; return a[i]; }\n"
        "int main(void) { int n = nondet(); if (n >= 0 && n < 3) f(n); return 0; }",
        "out-of-bounds",
    ),
    "contents": ("int main(void) { int *p = malloc(4); if (*p == 42) free(p + 1); return 0; }", "invalid-free"),
    "loop": (
        "int main(void) { int n = 0, *p = malloc(4); while (nondet()) if (++n == 2) free(p); *p = 1; return 0; }",
        "use-after-free",
    ),
}


@pytest.mark.parametrize("name", UNSAFE)
def test_an_error_is_found_and_confirmed(tmp_path: Path, name: str) -> None:
    text, kind = UNSAFE[name]
    program = _program(tmp_path, text)
    answer = by_formula(program, (), None, LIMITS, None)
    assert isinstance(answer, Counterexample)
    assert answer.failure.kind.value == kind
    assert run(program, ScriptedOracle(answer.script)) == answer.failure


def test_two_objects_are_never_at_one_place(tmp_path: Path) -> None:
    text = (
        "int main(void) { int *p = malloc(4), *q = malloc(4); *p = 1; *q = 2;\n"
        "if (p == q || *p != 1) *(int *)0 = 1; free(p); free(q); return 0; }"
    )
    answer = by_formula(_program(tmp_path, text), (), None, LIMITS, None)
    assert isinstance(answer, NoneFound)
    assert answer.reason == "exhausted"


def test_what_is_freed_may_be_given_out_again(tmp_path: Path) -> None:
    """An allocator may choose any place: here the error needs that of the freed object."""
    text = (
        "int main(void) { int *p = malloc(4); unsigned a = (unsigned)p; free(p); int *q = malloc(4);\n"
        "if (a == (unsigned)q) *(int *)0 = 1; return 0; }"
    )
    answer = by_formula(_program(tmp_path, text), (), None, LIMITS, None)
    assert isinstance(answer, Counterexample)
    assert answer.failure.kind.value == "null-dereference"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("int f(int n) { return n ? f(n - 1) : 0; }\nint main(void) { return f(nondet()); }", "recursion"),
        ('char *s = "abc";\nint main(void) { return s[0]; }', "string constants"),
        ("int main(void) { double d = nondet(); if (d > 1.0) return 1; return 0; }", "floating-point"),
    ],
)
def test_what_the_formula_cannot_say_is_refused(tmp_path: Path, text: str, why: str) -> None:
    answer = by_formula(_program(tmp_path, text), (), None, LIMITS, None)
    assert isinstance(answer, NoneFound)
    assert answer.reason.startswith("refused")
    assert why in answer.reason


def test_without_time_nothing_is_said(tmp_path: Path) -> None:
    text = "int main(void) { int n = nondet(); while (n > 0) n = n - 1; return 0; }"
    answer = by_formula(_program(tmp_path, text), (), None, SearchLimits(seconds=0.0), None)
    assert isinstance(answer, NoneFound)
    assert answer.reason == "time"


def test_a_graph_without_cycles_has_a_longest_way(tmp_path: Path) -> None:
    straight = flat(_program(tmp_path, "int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }"))
    assert straight.longest() == len(straight.vertices) - 1
    assert flat(_program(tmp_path, "int main(void) { while (nondet()) { } return 0; }")).longest() is None


def test_both_encodings_agree() -> None:
    result = compared(range(60))
    assert result.broken == []
    assert result.both_found > 10
    assert result.both_none > 10
    assert result.unknown <= 3

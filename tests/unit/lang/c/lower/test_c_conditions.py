"""Conditions: branches test plain comparisons."""

from __future__ import annotations

import pytest
from c_lowered import function, lines

from symheap.memory.expressions import COMPARISONS, Binary
from symheap.memory.ir import Branch


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("p", "if (p != 0) goto then.1 else join.1"),
        ("!p", "if (p != 0) goto join.1 else then.1"),
        ("!!p", "if (p != 0) goto then.1 else join.1"),
        ("p == q", "if (p == q) goto then.1 else join.1"),
        ("p != 0", "if (p != 0) goto then.1 else join.1"),
        ("0 == p", "if (p == 0) goto then.1 else join.1"),
        ("(a == b) == 0", "if (a != b) goto then.1 else join.1"),
        ("(a < b) != 0", "if (a <s b) goto then.1 else join.1"),
        ("!(a <= b)", "if (a <=s b) goto join.1 else then.1"),
        ("a - b", "if ((a - b) != 0) goto then.1 else join.1"),
        ("(long)(a == b)", "if (a == b) goto then.1 else join.1"),
        ("d != 1.0", "if (d ==f 4607182418800017408) goto join.1 else then.1"),
        ("d", "if (d ==f 0) goto join.1 else then.1"),
        ("__builtin_expect(!!(p), 1)", "if (p != 0) goto then.1 else join.1"),
    ],
)
def test_a_branch_is_on_one_comparison(condition: str, expected: str) -> None:
    source = f"int f(int *p, int *q, int a, int b, double d) {{ if ({condition}) return 1; return 0; }}"
    assert lines(source)[1] == expected


def test_short_circuits_are_branches() -> None:
    assert lines("int f(int a, int b, int c) { if (a && (b || !c)) return 1; return 0; }") == [
        "entry:",
        "if (a != 0) goto and.1 else join.1",
        "and.1:",
        "if (b != 0) goto then.1 else or.1",
        "or.1:",
        "if (c != 0) goto join.1 else then.1",
        "then.1:",
        "return 1",
        "join.1:",
        "return 0",
    ]


def test_constant_conditions_are_no_branches() -> None:
    assert lines("int f(void) { while (1) { } }") == ["entry:", "goto while.1", "while.1:", "goto while.1"]
    assert lines("int f(int a) { if (0) a = 1; return a; }") == ["entry:", "return a"]


def test_an_assignment_in_a_condition_is_done_once() -> None:
    assert lines("int *g(void); int f(int *p) { while ((p = g()) != 0) { } return 1; } int *g(void) { return 0; }") == [
        "entry:",
        "goto while.1",
        "while.1:",
        "p = call g()",
        "if (p != 0) goto while.1 else done.1",
        "done.1:",
        "return 1",
    ]


def test_assertions_of_conjunctions_are_several() -> None:
    listing = lines("void f(int *p) { symheap_assert(p && *p == 3); }")
    assert listing == [
        "entry:",
        "assert (p != 0) 'p && *p == 3'",
        "%1 = load4 p",
        "assert (%1 == 3) 'p && *p == 3'",
        "return",
    ]


def test_assertions_of_disjunctions_branch() -> None:
    listing = lines("void f(int a, int b) { symheap_assert(a || b); }")
    assert listing == [
        "entry:",
        "if (a != 0) goto join.1 else or.1",
        "or.1:",
        "assert (b != 0) 'a || b'",
        "goto join.1",
        "join.1:",
        "return",
    ]


@pytest.mark.parametrize(
    "call",
    [
        "symheap_assume(a > 0)",
        "__VERIFIER_assume(a > 0)",
        "assume(a > 0)",
        "(void)((!!(a > 0)) || (_SLAyer_unreachable(), 0))",
    ],
)
def test_assumptions_under_all_their_names(call: str) -> None:
    assert lines(f"void f(int a) {{ {call}; }}") == ["entry:", "assume (0 <s a)", "return"]


def test_every_branch_of_a_tangled_function_is_on_a_comparison() -> None:
    source = """int f(int a, int *p, char c, double d) {
        int n = 0;
        for (int i = a; i && (c || !p) && d > 0; i--) {
            if (!(a & 1) != (c == 'x')) n += p ? *p : !a;
            else if (n ? a : c) continue;
            do n--; while (n && (a, !c));
        }
        return n;
    }"""
    for block in function(source).blocks.values():
        if isinstance(block.end, Branch):
            assert isinstance(block.end.condition, Binary)
            assert block.end.condition.operator in COMPARISONS

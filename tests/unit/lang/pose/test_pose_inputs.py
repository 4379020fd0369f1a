"""The inputs of a program, and their sorts."""

from __future__ import annotations

import pytest

from symheap.core.types import BOOL_TYPE, INT_TYPE, ref_type
from symheap.lang.pose.lower import load

CLASSES = """
class A { int i; bool b; A next;
  bool both(int n, bool c) := c;
  int one(int n) := n;
  A any(A a) := a;
}
class B { bool one(bool n) := n; int same; }
class C { bool same; }
"""


def sorts(main: str) -> dict[str, str]:
    return {declared.name: str(declared.type) for declared in load(CLASSES + main, "f").inputs}


@pytest.mark.parametrize(
    ("main", "sort"),
    [
        ("X0", "int"),
        ("(X0 + 1)", "int"),
        ("(1 < X0)", "int"),
        ("if X0 then 1 else 2", "bool"),
        ("(~ X0)", "bool"),
        ("(true || X0)", "bool"),
        ("(X0 = true)", "bool"),
        ("((Y0.b) = X0)", "bool"),
        ("(Y0.b := X0)", "bool"),
        ("(Y0.i := X0)", "int"),
        ("(Y0.same := X0)", "int"),
        ("(Y0.both[1, X0])", "bool"),
        ("(Y0.both[X0, true])", "int"),
        ("(Y0.one[X0])", "int"),
        ("let n := X0 in let m := n in if m then 1 else 2", "bool"),
        ("let n := if (Y0 = null) then X0 else true in 1", "bool"),
        ("let n := (Y0.i := X0) in 1", "int"),
        ("let X := 1 in (Y0.both[X, (@ X)])", ""),
        ("let n := X0 in let n := true in if n then 1 else 2", "int"),
        ("let n := (X0 + 1) in if X0 then 1 else 2", "int"),
    ],
)
def test_the_first_use_tells_the_sort(main: str, sort: str) -> None:
    assert sorts(main).get("X0", "") == sort


def test_order_is_that_of_first_occurrence_in_main_then_in_the_methods() -> None:
    text = "class A { int m() := (X7 + X3); } let a := Y4 in let b := X3 in if (a = Y1) then Y4 else Y0"
    assert [i.name for i in load(text, "f").inputs] == ["Y4", "X3", "Y1", "Y0", "X7"]


def test_a_symbol_in_a_method_is_an_input_of_the_program() -> None:
    program = load("class A { bool m(bool c) := (c && X0); } (Y0.m[true])", "f")
    assert [(i.name, i.type) for i in program.inputs] == [("Y0", ref_type("Object")), ("X0", BOOL_TYPE)]


def test_references_are_of_any_class_and_may_be_null() -> None:
    reference, number = load(CLASSES + "(Y0.i := X0)", "f").inputs
    assert (reference.nullable, reference.types.is_everything) == (True, True)
    assert (number.nullable, number.type) == (False, INT_TYPE)

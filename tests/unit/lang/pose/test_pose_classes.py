"""Declarations of a program."""

from __future__ import annotations

import pytest

from symheap.core.source import SourceError
from symheap.lang.pose.lower import load


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        ("class A { } class A { }", "class 'A' is declared twice"),
        ("class A extends B { } class B extends A { }", "class 'A' inherits from itself"),
        ("class A extends A { }", "class 'A' inherits from itself"),
        ("class A extends B { }", "unknown superclass 'B'"),
        ("class Object extends A { } class A { }", "class 'Object' has no superclass"),
        ("class A { int f; bool f; }", "field 'f' is declared twice"),
        ("class A { int f; } class B extends A { } class C extends B { int f; }", "declared in superclass 'A' too"),
        ("class Object { int f; } class A { int f; }", "declared in superclass 'Object' too"),
        ("class A { int m() := 1; int m() := 2; }", "method 'm/0' is declared twice"),
        ("class A { int m(int a, int a) := 1; }", "parameter 'a' is declared twice"),
        ("class A { int m(int this) := 1; }", "parameter 'this' is declared twice"),
        ("class A { B f; }", "unknown class 'B'"),
        ("class A { int m(B b) := 1; }", "unknown class 'B'"),
        ("class A { int m() := (new B = null); }", "unknown class 'B'"),
        ("class A { bool m() := (this instanceof B); }", "unknown class 'B'"),
        ("".join(f"class C{i} {{ }} " for i in range(1001)), "more than 1000 classes"),
    ],
)
def test_static_errors(classes: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        load(f"{classes} 1", "f")


@pytest.mark.parametrize(
    "classes",
    [
        "class Object { } class A extends Object { }",
        "class A { } class B extends A { }",
        "class A { int f; } class B { bool f; }",
        "class A { int f; int f() := 1; int f(int a) := 2; }",
        "class A { int m() := 1; } class B extends A { bool m() := true; }",
        "class A { Nowhere m() := this; }",
    ],
)
def test_what_is_allowed(classes: str) -> None:
    assert load(f"{classes} 1", "f").table.universe[0] == "Object"

"""The features that a sketch is said to have."""

from __future__ import annotations

import pytest

from symheap_testing.sketch import (
    Bind,
    Body,
    ClassSketch,
    Compare,
    Constant,
    Do,
    Expr,
    Fresh,
    InstanceOf,
    MethodSketch,
    Null,
    Read,
    Rebind,
    Send,
    Sketch,
    Statement,
    Var,
    When,
    Write,
    features,
)

THIS, X, V = Var("this"), Var("x"), Var("v")
WRITE_THIS = Write("this", "next", X)
READ_X = Bind("A", "v", Read(X, "next"))


def sketch(*statements: Statement, result: Expr = THIS) -> Sketch:
    again = MethodSketch("A", "again", (), Body((), Send(Read(THIS, "next"), "again", ())))
    poke = MethodSketch("A", "poke", (), Body((), Fresh("A")))
    fields = (("A", "next"), ("A", "other"), ("int", "val"), ("bool", "flag"))
    classes = ClassSketch("A", None, fields, (poke, again)), ClassSketch("B", "A", (), (poke,))
    return Sketch(classes, MethodSketch("A", "main", (("A", "x"),), Body(statements, result)))


@pytest.mark.parametrize(
    ("statements", "found"),
    [
        ((), set()),
        ((READ_X,), set()),
        ((READ_X, Bind("A", "w", Read(THIS, "next"))), {"alias"}),
        ((WRITE_THIS, Bind("A", "w", Read(THIS, "next")), Write("w", "other", X)), set()),
        ((WRITE_THIS, Bind("A", "w", Read(X, "other")), Write("w", "other", X)), {"alias"}),
        ((WRITE_THIS, READ_X), {"alias", "write-through-alias"}),
        ((READ_X, WRITE_THIS), {"alias"}),
        ((WRITE_THIS, READ_X, Write("v", "other", X)), {"alias", "write-through-alias", "ite-receiver-write"}),
        (
            (WRITE_THIS, READ_X, Bind("A", "w", Read(V, "other"))),
            {"alias", "write-through-alias", "ite-receiver-read"},
        ),
        ((WRITE_THIS, READ_X, Rebind("v", X), Write("v", "other", X)), {"alias", "write-through-alias"}),
        ((When(Compare(THIS, X), (), ()),), {"compare"}),
        ((When(Compare(X, Null()), (), ()),), {"null-compare"}),
        ((When(InstanceOf(X, "B"), (Write("x", "val", Constant(1)),), ()),), {"instanceof", "int"}),
        ((Bind("bool", "b", Read(THIS, "flag")),), {"bool"}),
        ((Do(Send(X, "poke", ())),), {"dispatch", "new"}),
        ((Do(Send(X, "again", ())),), {"recurse"}),
    ],
)
def test_features(statements: tuple[Statement, ...], found: set[str]) -> None:
    assert features(sketch(*statements)) == found


def test_the_result_counts() -> None:
    assert features(sketch(WRITE_THIS, result=Read(Read(X, "next"), "other"))) == {
        "alias",
        "write-through-alias",
        "ite-receiver-read",
    }

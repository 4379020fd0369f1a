"""Expressions with their plain meaning beside the constructors, and every small model of their vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from hypothesis import strategies as st

from symheap.core.model import Model, Plain
from symheap.core.origin import Origin
from symheap.core.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    Sort,
    Term,
    Value,
    add,
    and_,
    eq,
    implies,
    isa,
    ite,
    le,
    location,
    lt,
    mul,
    not_,
    or_,
    sub,
    symbol,
)
from symheap.core.typeset import TypeSet

UNIVERSE: Final = ("Root", "A", "B", "C")


def a_symbol(name: str, sort: Sort) -> Term:
    return symbol(Origin.root(name), sort)


X, Y = a_symbol("x", REF), a_symbol("y", REF)
N, M = a_symbol("i", INT), a_symbol("j", INT)
P, Q = a_symbol("p", BOOL), a_symbol("q", BOOL)
OLD = location(1, "A", initial=True)
MADE, MADE_TOO = location(0, "B"), location(1, "C")

OBJECTS: Final[dict[Term, int]] = {NULL: 0, OLD: 1, MADE: -1, MADE_TOO: -2}
CLASSES: Final[dict[int, int]] = {1: UNIVERSE.index("A"), -1: UNIVERSE.index("B"), -2: UNIVERSE.index("C")}


def types(mask: int) -> TypeSet:
    return TypeSet(mask, UNIVERSE, f"T{mask}")


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression: `op` applied to `args`; a leaf has a value, a type test its set."""

    op: str
    args: tuple[Expr, ...] = ()
    leaf: Value = 0
    mask: int = 0


_BUILD: Final[dict[str, Callable[..., Value]]] = {
    "not": not_,
    "and": and_,
    "or": or_,
    "implies": implies,
    "ite": ite,
    "eq": eq,
    "lt": lt,
    "le": le,
    "add": add,
    "sub": sub,
    "mul": mul,
}
_MEAN: Final[dict[str, Callable[..., Plain]]] = {
    "not": lambda a: not a,
    "and": lambda *parts: all(parts),
    "or": lambda *parts: any(parts),
    "implies": lambda a, b: not a or b,
    "ite": lambda c, a, b: a if c else b,
    "eq": lambda a, b: a == b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
}


def build(e: Expr) -> Value:
    """Return the term, built by the simplifying constructors."""
    if e.op == "leaf":
        return e.leaf
    args = [build(a) for a in e.args]
    return isa(args[0], types(e.mask)) if e.op == "isa" else _BUILD[e.op](*args)


def meaning(e: Expr, model: Model) -> Plain:
    """Return the meaning of the expression, without simplification."""
    if e.op == "leaf":
        if not isinstance(e.leaf, Term):
            return e.leaf
        return OBJECTS[e.leaf] if e.leaf in OBJECTS else model[e.leaf]
    args = [meaning(a, model) for a in e.args]
    if e.op == "isa":
        return args[0] != 0 and bool(e.mask >> model.class_index(int(args[0]), 64) & 1)
    return _MEAN[e.op](*args)


def _leaf(value: Value) -> Expr:
    return Expr("leaf", leaf=value)


_Strategy = st.SearchStrategy[Expr]


def _apply(op: str, *args: _Strategy) -> _Strategy:
    return st.tuples(*args).map(lambda found: Expr(op, tuple(found)))


def _sorted(depth: int) -> tuple[_Strategy, _Strategy, _Strategy]:
    """Return strategies for booleans, integers and references of at most `depth` operators."""
    booleans = st.sampled_from([_leaf(v) for v in (P, Q, True, False)])
    integers = st.sampled_from([_leaf(v) for v in (N, M, -1, 0, 1, 2)])
    references = st.sampled_from([_leaf(v) for v in (X, X, Y, Y, NULL, OLD, MADE, MADE_TOO)])
    for _ in range(depth):
        b, i, r = booleans, integers, references
        tests = st.builds(lambda ref, mask: Expr("isa", (ref,), mask=mask), r, st.integers(0, 15))
        booleans = st.one_of(
            b,
            _apply("not", b),
            _apply("and", b, b, b),
            _apply("or", b, b, b),
            _apply("implies", b, b),
            _apply("ite", b, b, b),
            *(_apply("eq", s, s) for s in (b, i, r)),
            _apply("lt", i, i),
            _apply("le", i, i),
            tests,
        )
        integers = st.one_of(i, *(_apply(op, i, i) for op in ("add", "sub", "mul")), _apply("ite", b, i, i))
        references = st.one_of(r, _apply("ite", b, r, r))
    return booleans, integers, references


BOOLEANS, INTEGERS, REFERENCES = _sorted(3)
EXPRESSIONS = st.one_of(BOOLEANS, INTEGERS, REFERENCES)


def all_models() -> list[Model]:
    """Return models with two references to null, the old object and two more, small integers, and both booleans."""
    shapes = [(x, y) for x, y in product(range(4), repeat=2) if x < 3 and y <= max(x, 1) + 1]
    return [
        Model({X: x, Y: y, N: i, M: j, P: p, Q: q}, {**CLASSES, 2: second, 3: third})
        for x, y in shapes
        for second in (range(4) if 2 in (x, y) else (0,))
        for third in ((0, 2) if y == 3 else (0,))
        for i, j in ((-1, 0), (0, 0), (0, 2), (1, 0), (2, 1))
        for p, q in product((False, True), repeat=2)
    ]


def everywhere(e: Expr, models: list[Model]) -> list[Any]:
    """Return the models in which term and expression differ: none, if the constructors are right."""
    term = build(e)
    return [m.values for m in models if _differ(m.evaluate(term), meaning(e, m))]


def _differ(a: Plain, b: Plain) -> bool:
    return a != b or isinstance(a, bool) is not isinstance(b, bool)

"""Random conditions over a small vocabulary, all its models, and solvers for tests of single layers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.outcome import Answer, Unknown
from symheap.core.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    Op,
    Sort,
    Term,
    Value,
    add,
    and_,
    eq,
    isa,
    ite,
    le,
    lt,
    not_,
    or_,
    sub,
    symbol,
)
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.core.typeset import TypeSet
from symheap.solver.api import Query

UNIVERSE = ("Object", "A", "B")


def a_symbol(name: str, sort: Sort) -> Term:
    return symbol(Origin.root(name), sort)


REFS = tuple(a_symbol(name, REF) for name in ("x", "y", "z"))
INTS = tuple(a_symbol(name, INT) for name in ("i", "j"))
FLAG = a_symbol("p", BOOL)
BYTES = tuple(a_symbol(name, Sort.bitvector(8)) for name in ("b", "c"))
X, Y, Z = REFS
N, M = INTS


def types(*names: str) -> TypeSet:
    return TypeSet(sum(1 << UNIVERSE.index(name) for name in names), UNIVERSE, "|".join(names))


def term(value: Value) -> Term:
    assert isinstance(value, Term)
    return value


def all_satisfied(model: Model, conditions: tuple[Value, ...]) -> bool:
    return all(map(model.satisfies, conditions))


# References, two integers of a small range and a boolean, with all models ---------------------------------------------

SMALL = range(3)
IN_RANGE: tuple[Value, ...] = tuple(bound for i in INTS for bound in (le(0, i), lt(i, len(SMALL))))


def all_models() -> list[Model]:
    return [
        Model(
            {**dict(zip(REFS, objects, strict=True)), **dict(zip(INTS, numbers, strict=True)), FLAG: flag},
            dict(enumerate(classes, start=1)),
        )
        for objects in product(range(len(REFS) + 1), repeat=len(REFS))
        if _numbered_in_order(objects)
        for classes in product(range(len(UNIVERSE)), repeat=max(objects))
        for numbers in product(SMALL, repeat=len(INTS))
        for flag in (False, True)
    ]


def _numbered_in_order(objects: tuple[int, ...]) -> bool:
    highest = 0
    for number in objects:
        if number > highest + 1:
            return False
        highest = max(highest, number)
    return True


def condition(random: Random, depth: int) -> Value:
    if depth == 0:
        return _atom(random)
    a, b = condition(random, depth - 1), condition(random, depth - 1)
    connect = random.choice((and_, or_, or_, eq, lambda p, q: ite(_atom(random), p, q)))
    return connect(not_(a) if random.random() < 0.4 else a, b)


def _atom(random: Random) -> Value:
    kind = random.randrange(6)
    if kind <= 1:
        return eq(random.choice(REFS), random.choice((NULL, *REFS)))
    if kind == 2:
        mask = random.randrange(1, 7)
        return isa(random.choice(REFS), TypeSet(mask, UNIVERSE, str(mask)))
    if kind == 3:
        return FLAG
    compare = lt if kind == 4 else eq
    return compare(_number(random), random.choice((*INTS, *SMALL)))


def _number(random: Random) -> Value:
    operands: tuple[Value, ...] = (*INTS, 1, 2)
    i, j = random.choice(INTS), random.choice(operands)
    return random.choice((i, add(i, j), sub(i, j), ite(FLAG, i, j)))


# Bit-vectors ----------------------------------------------------------------------------------------------------------

_ARITHMETIC = tuple(op for op in Op if op.value.startswith("bv") and op not in (Op.BVSLT, Op.BVULT))


def byte(random: Random, depth: int) -> Value:
    if depth == 0:
        leaves: tuple[Value, ...] = (*BYTES, *BYTES, random.randrange(-128, 128))
        return random.choice(leaves)
    kind = random.randrange(10)
    inner = byte(random, depth - 1)
    if kind == 0:
        return extend(extract(inner, 3, 0), 4, 8, signed=random.random() < 0.5)
    if kind == 1:
        return extract(extend(inner, 8, 16, signed=random.random() < 0.5), 9, 2)
    return bitvector(random.choice(_ARITHMETIC), 8, inner, byte(random, depth - 1))


def byte_condition(random: Random, depth: int) -> Value:
    a, b = byte(random, depth), byte(random, 1)
    compare = random.choice((eq, lambda p, q: bitvector(Op.BVSLT, 8, p, q), lambda p, q: bitvector(Op.BVULT, 8, p, q)))
    return not_(compare(a, b)) if random.random() < 0.5 else compare(a, b)


def byte_models() -> Iterator[Model]:
    """Yield models with two bytes, each at its limits, at small numbers, and at some between."""
    values = (*range(-128, 128, 17), *range(-4, 9), 127)
    return (Model({BYTES[0]: b, BYTES[1]: c}, {}) for b in values for c in values)


# Layers below ---------------------------------------------------------------------------------------------------------


class Recording:
    """A solver that always gives one answer and records its queries."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.answer: Answer = answer if answer is not None else Unknown("asked")
        self.asked: list[Query] = []

    def check(self, query: Query) -> Answer:
        self.asked.append(query)
        return self.answer

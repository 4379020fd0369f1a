"""Functions known by evaluation, such as the hash of a text or the sine of a number.

A `Function` gives the value of every application to plain arguments. An application to any other arguments is a term
that no decision procedure ever sees (`symheap.solver.layers.applied`): it is evaluated under a model. Arguments are
scalars or the contents of arrays (`symheap.core.theories.arrays`).

Some arguments may be *sizes*: lengths, offsets. If the sizes are plain, a function that can `expand` expresses its
application by its other arguments and single elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from symheap.core.contents import LONGEST, Plain, TableRow, Unreadable, element_symbol, row
from symheap.core.terms import (
    BOOL,
    BV8,
    BV16,
    BV32,
    BV64,
    Op,
    Sort,
    Term,
    Value,
    conjunction,
    eq,
    implies,
    ite,
    make,
    not_,
)
from symheap.core.theories.arrays import element_sort, select, sparse
from symheap.core.theories.bitvectors import bitvector

Reader = Callable[[Value], Value]
"""Reads an element of some contents by its index."""

Guess = tuple[Plain, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Function:
    """A function given by its implementation: `evaluate` and, optionally, `expand`.

    `evaluate` takes plain values, and contents as a `TableRow`. `expand` takes any values, contents as a `Reader`,
    and plain sizes. Laws: both are total, have no effects and agree.

    `sizes` are the positions of sizes. An application with plain sizes is expanded at once up to `at_once`, and on
    request up to `at_most`.

    `law` holds for every application; it takes the application and its arguments and looks at no elements. `between`
    holds for every application and any other one of the function.

    `guesses` proposes arguments that may yield a given value, for functions that cannot expand; they are only hints.
    `extents` are pairs of positions: of contents, and of the number of its elements that matter. `bounded` takes a
    number and the arguments of `expand`, but with sizes of any kind. It returns a condition, true for sizes up to that
    number, and the value of the application under this condition.

    Functions are compared by identity.
    """

    name: str
    result: Sort
    evaluate: Callable[..., Plain]
    sizes: tuple[int, ...] = ()
    expand: Callable[..., Value] | None = None
    at_once: int = 0
    law: Callable[..., Value] | None = None
    guesses: Callable[[Plain], Iterable[Guess]] | None = None
    extents: tuple[tuple[int, int], ...] = ()
    at_most: int = 64
    bounded: Callable[..., tuple[Value, Value]] | None = None
    between: Callable[[Term, Term], Value] | None = None

    def __repr__(self) -> str:
        return self.name


def apply(function: Function, *args: Value) -> Value:
    """Return the application of `function`, which is plain if all arguments are."""
    plain = _plain_arguments(args)
    if plain is not None:
        return function.evaluate(*plain)
    args = tuple(map(_canonical, args))
    if function.expand is not None and all(_within(args[at], function.at_once) for at in function.sizes):
        return expansion(function, args)
    return make(Op.APPLY, function.result, args, function)


def function_of(application: Term) -> Function:
    assert isinstance(application.payload, Function)
    return application.payload


def expansion(function: Function, args: tuple[Value, ...]) -> Value:
    """Return an application with plain sizes, expressed by its arguments and elements."""
    assert function.expand is not None
    return function.expand(*[reader(arg) if isinstance(arg, Term) and _is_contents(arg) else arg for arg in args])


def bounded_form(application: Term, most: int) -> tuple[Value, Value] | None:
    """Return a condition that holds for sizes up to `most`, and the value of the application under it.

    Returns None if the function has no bounded form.
    """
    function, args = function_of(application), application.args
    if function.bounded is None:
        return None
    return function.bounded(most, *[reader(a) if isinstance(a, Term) and _is_contents(a) else a for a in args])


def reader(array: Term) -> Reader:
    """Return a function that reads elements of `array`; elements of input arrays are given by name."""
    return lambda index: select(array, index, _named)


def _named(array: Term, index: Value) -> Value:
    return (
        apply(ELEMENT[element_sort(array)], array, index) if isinstance(index, Term) else element_symbol(array, index)
    )


# Plain arguments ------------------------------------------------------------------------------------------------------


class _Symbolic(Exception):
    """Raised when an argument is not plain."""


def _plain_arguments(args: tuple[Value, ...]) -> list[Plain | TableRow] | None:
    if any(isinstance(arg, Term) and not _is_contents(arg) for arg in args):
        return None
    try:
        return [_plain_row(arg) if isinstance(arg, Term) else arg for arg in args]
    except _Symbolic:
        return None


def _plain_row(array: Term) -> TableRow:
    try:
        return row(array, _plain, _no_input)
    except Unreadable:
        raise _Symbolic from None


def _plain(value: Value) -> Plain:
    if isinstance(value, Term):
        raise _Symbolic
    return value


def _no_input(owner: Term) -> Mapping[int, Plain]:
    raise _Symbolic


def _canonical(arg: Value) -> Value:
    """Return plain contents as the one term of their structure, since tables are compared by identity."""
    if not isinstance(arg, Term) or not _is_contents(arg):
        return arg
    try:
        known = _plain_row(arg)
    except _Symbolic:
        return arg
    return _only_table(arg.sort, tuple(sorted(known.known.items())), known.default)


@lru_cache(maxsize=4096)
def _only_table(sort: Sort, known: tuple[tuple[int, Plain], ...], default: Plain) -> Term:
    assert sort.element is not None
    return sparse(dict(known), default, sort.element)


def _is_contents(arg: Value) -> bool:
    return isinstance(arg, Term) and arg.sort.element is not None


def _within(size: Value, most: int) -> bool:
    return not isinstance(size, Term) and size <= most


# Functions on contents of any kind ------------------------------------------------------------------------------------


def _region_matches(a: TableRow, start: int, b: TableRow, at: int, length: int) -> bool:
    if length > LONGEST:
        raise Unreadable
    return all(a[start + k] == b[at + k] for k in range(length))


def _region_expanded(a: Reader, start: int, b: Reader, at: int, length: int) -> Value:
    return conjunction(eq(a(start + k), b(at + k)) for k in range(length))


def _element_bounded(most: int, at: Reader, index: Value) -> tuple[Value, Value]:
    value = at(0)
    for place in range(1, most):
        value = ite(eq(index, place), at(place), value)
    return bitvector(Op.BVULT, 32, index, most), value


def _region_bounded(most: int, a: Reader, start: Value, b: Reader, at: Value, length: Value) -> tuple[Value, Value]:
    def later(place: Value, k: int) -> Value:
        return bitvector(Op.BVADD, 32, place, k)

    pairs = (implies(bitvector(Op.BVSLT, 32, k, length), eq(a(later(start, k)), b(later(at, k)))) for k in range(most))
    return not_(bitvector(Op.BVSLT, 32, most, length)), conjunction(pairs)


_ALWAYS: Final = 1 << 31
_KINDS: Final = (BV8, BV16, BV32, BV64)

ELEMENT: Final = {
    kind: Function(
        "element",
        kind,
        TableRow.__getitem__,
        (1,),
        lambda at, index: at(index),
        _ALWAYS,
        at_most=_ALWAYS,
        bounded=_element_bounded,
    )
    for kind in _KINDS
}
"""The element at an index, by the sort of the elements."""

REGION: Final = Function(
    "region", BOOL, _region_matches, (1, 3, 4), _region_expanded, 64, at_most=256, bounded=_region_bounded
)
"""Whether a range of contents is that of others: contents, start, contents, start, length."""

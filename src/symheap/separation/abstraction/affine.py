"""Affine relations among numbers: equations ``c0 + c1*x1 + … = 0`` that hold in both of two heaps.

Numbers are treated as unbounded integers, and extensions of a value as the value itself.  Bit-vectors wrap, so each
equation is a proposal that the caller has to prove.

Rule: Karr, "Affine relationships among variables of a program" (1976): the join of two affine spaces.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from symheap.core.operators import EXTENSIONS
from symheap.core.terms import Op, Term, Value
from symheap.core.walk import size

Form = Mapping[Term | None, int]
"""A sum: maps each term to its factor, and None to a plain number."""

_LARGEST: Final = 64
"""Terms with more nodes are not decomposed."""

_Column = TypeVar("_Column", bound=Hashable)
_Row = dict[_Column, Fraction]


def affine(value: Value) -> dict[Term | None, int]:
    """Return a value as a sum; a value that is none becomes a single term."""
    if not isinstance(value, Term):
        return {None: int(value)}
    if size(value) > _LARGEST:
        return {value: 1}
    if value.op is Op.BVADD or value.op is Op.BVSUB:
        return plus(affine(value.args[0]), affine(value.args[1]), 1 if value.op is Op.BVADD else -1)
    if value.op is Op.BVMUL and not isinstance(value.args[1], Term):
        return plus({}, affine(value.args[0]), int(value.args[1]))
    is_low = value.op is Op.EXTRACT and isinstance(value.payload, tuple) and value.payload[1] == 0
    return affine(value.args[0]) if is_low or value.op in EXTENSIONS else {value: 1}


def plus(a: Form, b: Form, factor: int) -> dict[Term | None, int]:
    """Return ``a + factor * b``."""
    total = dict(a)
    for term, number in b.items():
        total[term] = total.get(term, 0) + factor * number
    return {term: number for term, number in total.items() if number}


def relations(values: Mapping[Term, Form], facts: Iterable[Form]) -> list[dict[Term | None, Fraction]]:
    """Return the equations among the keys of `values` implied by their values in a heap where `facts` are zero."""
    rows: list[_Row[tuple[int, Term | None]]] = []
    for name, form in values.items():
        rows.append(_inner(form, -1) | {(1, name): Fraction(1)})
    rows += [_inner(fact, 1) for fact in facts]
    inner = {column: None for row in rows for column in row if column[0] == 0}
    order = [*inner, *((1, name) for name in values), (1, None)]
    return [{column[1]: n for column, n in row.items()} for pivot, row in reduced(rows, order) if pivot[0] == 1]


def _inner(form: Form, factor: int) -> _Row[tuple[int, Term | None]]:
    """Return a sum as a row: terms of the heap are columns 0; the plain number belongs to the names, columns 1."""
    return {(int(term is None), term): Fraction(factor * number) for term, number in form.items()}


def in_both(
    one: Iterable[Mapping[Term | None, Fraction]], two: Iterable[Mapping[Term | None, Fraction]], order: Sequence[Term]
) -> list[tuple[Term, dict[Term | None, Fraction]]]:
    """Return the equations that follow from each side, each with the name, first in `order`, that it determines.

    Zassenhaus: reduce the rows ``(a, a)`` and ``(b, 0)``; those without a left half are the intersection.
    """
    rows: list[_Row[tuple[int, Term | None]]] = []
    for row in one:
        rows.append({(side, column): number for column, number in row.items() for side in (0, 1)})
    for row in two:
        rows.append({(0, column): number for column, number in row.items()})
    columns = (*order, None)
    met = reduced(rows, [(side, column) for side in (0, 1) for column in columns])
    common: list[_Row[Term | None]] = [{c[1]: n for c, n in row.items()} for pivot, row in met if pivot[0] == 1]
    return [(pivot, row) for pivot, row in reduced(common, columns) if pivot is not None]


def reduced(rows: Sequence[_Row[_Column]], order: Sequence[_Column]) -> list[tuple[_Column, _Row[_Column]]]:
    """Return the reduced echelon form: rows with their pivots, which are 1 and occur in no other row."""
    waiting, done = [dict(row) for row in rows if row], list[tuple[_Column, _Row[_Column]]]()
    for column in order:
        chosen = next((row for row in waiting if row.get(column)), None)
        if chosen is None:
            continue
        waiting = [row for row in waiting if row is not chosen]
        factor = chosen[column]
        chosen = {each: number / factor for each, number in chosen.items()}
        waiting = [_without(row, chosen, column) for row in waiting]
        done = [(pivot, _without(row, chosen, column)) for pivot, row in done]
        done.append((column, chosen))
    return done


def _without(row: _Row[_Column], chosen: _Row[_Column], column: _Column) -> _Row[_Column]:
    factor = row.get(column)
    if not factor:
        return row
    new = dict(row)
    for each, number in chosen.items():
        new[each] = new.get(each, Fraction(0)) - factor * number
    return {each: number for each, number in new.items() if number}

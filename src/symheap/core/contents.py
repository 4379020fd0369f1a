"""The contents of an array written out, with all values known. `symheap.core.theories.arrays` has the same as terms.

Law: under a model, an input array has at each index the value of the symbol that is named by that index, a plain
number; nothing else in the model affects it. So its contents are a total function of the model alone, as the values of
symbols are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import immutables

from symheap.core.origin import IndexStep, Origin
from symheap.core.terms import BOOL, REF, Op, Sort, Term, Value, make, symbol, wrap

Plain = int | bool

LONGEST = 1 << 20
"""The largest number of elements that are written out."""

Evaluate = Callable[[Value], Plain]
Initial = Callable[[Term], Mapping[int, Plain]]


class Unreadable(Exception):
    """Raised for what a model does not say: contents too long to write out, elements without one value, a class."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The elements of an array at all indices: `known` at some, `default` everywhere else."""

    known: Mapping[int, Plain]
    default: Plain

    def __getitem__(self, index: int) -> Plain:
        return self.known.get(index, self.default)

    def upto(self, length: int) -> tuple[Plain, ...]:
        """Return the first `length` elements."""
        if length > LONGEST:
            raise Unreadable
        get, default = self.known.get, self.default
        return tuple([get(index, default) for index in range(length)])


_LAYERS = frozenset({Op.ITE, Op.STORE, Op.TABLE, Op.COPY, Op.REPLACED, Op.OCTETS})


def row(array: Term, evaluate: Evaluate, initial: Initial) -> TableRow:
    """Return the contents `array`, where `evaluate` gives the values of terms and `initial` the elements of input
    arrays.
    """
    layers: list[Term] = []
    while array.op in _LAYERS:
        if array.op is Op.ITE:
            array = _term(array.args[1 if evaluate(array.args[0]) else 2])
        else:
            layers.append(array)
            array = _term(array.args[0])
    if array.op is Op.CONTENTS:
        elements, default = dict(initial(_term(array.args[0]))), _default(array)
    else:
        assert array.op is Op.FILLED, array.op
        elements, default = {}, evaluate(array.args[0])
    for layer in reversed(layers):
        if layer.op is Op.REPLACED:
            changed = {evaluate(layer.args[1]): evaluate(layer.args[2])}
            elements, default = {at: changed.get(v, v) for at, v in elements.items()}, changed.get(default, default)
        elif layer.op is Op.OCTETS:
            elements, default = octets_of(elements, layer), _octet_of_all(default, layer)
        else:
            _write(layer, elements, default, evaluate, initial)
    return TableRow(elements, default)


def octets_of(elements: Mapping[int, Plain], layer: Term) -> dict[int, Plain]:
    """Return the elements of an ``OCTETS`` term that are octets of the known `elements`."""
    assert isinstance(layer.payload, int)
    each = layer.payload
    return {at * each + k: wrap(value >> 8 * k, 8) for at, value in elements.items() for k in range(each)}


def _octet_of_all(default: Plain, layer: Term) -> Plain:
    first, *others = octets_of({0: default}, layer).values()
    if any(other != first for other in others):
        raise Unreadable
    return first


def _default(array: Term) -> Plain:
    assert array.sort.element is not REF
    return False if array.sort.element is BOOL else 0


def _write(layer: Term, elements: dict[int, Plain], default: Plain, evaluate: Evaluate, initial: Initial) -> None:
    if layer.op is Op.STORE:
        elements[int(evaluate(layer.args[1]))] = evaluate(layer.args[2])
    elif layer.op is Op.TABLE:
        elements.update({at: evaluate(value) for at, value in table_items(layer)})
    else:
        at, start, count = (int(evaluate(layer.args[i])) for i in (1, 3, 4))
        source = row(_term(layer.args[2]), evaluate, initial)
        _copy(elements, default, source, at, start, count)


def _copy(elements: dict[int, Plain], default: Plain, source: TableRow, at: int, start: int, count: int) -> None:
    if source.default == default:
        for index in [index for index in elements if at <= index < at + count]:
            del elements[index]
        copied = {index - start + at: v for index, v in source.known.items() if start <= index < start + count}
    elif count > LONGEST:
        raise Unreadable
    else:
        copied = {at + k: source[start + k] for k in range(count)}
    elements.update(copied)


def table_items(table: Term) -> list[tuple[int, Value]]:
    """Return the elements at known indices, by index: a persistent map has no defined order."""
    assert isinstance(table.payload, immutables.Map)
    return sorted(table.payload.items(), key=lambda item: item[0])


def element_symbol(array: Term, index: int) -> Term:
    """Return the symbol that names an element of an input array."""
    assert array.op is Op.CONTENTS
    assert array.sort.element is not None
    return symbol(_term(array.args[0]).origin.at(index), array.sort.element)


def place_of(element: Term) -> tuple[Origin, int] | None:
    """The inverse of `element_symbol`: the array's origin and the index; None for any other symbol."""
    origin = element.origin
    step = origin.step
    if not isinstance(step, IndexStep) or isinstance(step.index, Term) or origin.parent is None:
        return None
    return origin.parent, step.index


def contents_with(element: Term) -> Term | None:
    """Return the contents of the input array that `element`, a symbol, belongs to; None for any other symbol."""
    place = place_of(element)
    return make(Op.CONTENTS, Sort.array(element.sort), (symbol(place[0], REF),)) if place is not None else None


def _term(value: Value) -> Term:
    assert isinstance(value, Term)
    return value

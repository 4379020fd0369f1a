"""The contents of arrays as terms.

The contents of an array are a term of an array sort, built from

* ``CONTENTS(Y)``: the contents of the input array Y in the initial heap,
* ``FILLED(v)``: v everywhere,
* ``TABLE(base)``: `base` with elements at known indices replaced (a persistent map),
* ``STORE(base, i, v)``: `base` with v at the symbolic index i,
* ``COPY(base, at, source, start, length)``: `base` with a range of another array's contents copied over it,
* ``REPLACED(base, old, new)``: `base` with every element equal to `old` replaced by `new`,
* ``OCTETS(base)``: the low octets of each element of `base`, lowest first; the payload is their number per element,
* ``ite``.

`select` takes these terms apart again and returns plain element values, so no solver ever sees an array term. It asks
its caller to name the elements of the initial heap. Indices are 32-bit integers. Tables are compared by identity, all
other terms by structure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import immutables

from symheap.core.deadline import tick
from symheap.core.nodes import cached, make_table
from symheap.core.terms import BV8, Op, Sort, Term, Value, and_, disjunction, eq, ite, make, not_
from symheap.core.theories.bitvectors import bitvector, extract
from symheap.core.theories.choice import leaves, map_leaves, map_some_leaves, map_table, no_leaf

Initial = Callable[[Term, Value], Value]  # names the element of an input array at an index, in the initial heap


def contents(owner: Term, element: Sort) -> Term:
    """Return the contents of the input array `owner`, a reference symbol, in the initial heap."""
    return make(Op.CONTENTS, Sort.array(element), (owner,))


def filled(value: Value, element: Sort) -> Term:
    return make(Op.FILLED, Sort.array(element), (value,))


def table(values: Sequence[Value], default: Value, element: Sort) -> Term:
    """Return contents whose elements are all known."""
    return make_table(filled(default, element), immutables.Map(enumerate(values)))


def sparse(known: Mapping[int, Value], default: Value, element: Sort) -> Term:
    """Return contents with the elements of `known`, and `default` everywhere else."""
    return make_table(filled(default, element), immutables.Map(known)) if known else filled(default, element)


def all_elements(array: Value, size: int) -> list[Value] | None:
    """Return the first `size` elements; None if an element is symbolic by position (initial, stored or copied)."""
    assert isinstance(array, Term)
    base = _base(array) if array.op is Op.TABLE else array
    if base.op is not Op.FILLED:
        return None
    elements = [base.args[0]] * size
    if array.op is Op.TABLE:
        assert isinstance(array.payload, immutables.Map)
        for at, value in array.payload.items():
            if at < size:
                elements[at] = value
    return elements


def layers(array: Term) -> list[Term]:
    """Return the writes over the base of some contents, the latest first."""
    writes: list[Term] = []
    while array.op in (Op.STORE, Op.TABLE, Op.COPY):
        tick()
        writes.append(array)
        array = _base(array)
    return writes


def owner_of(array: Term) -> Term:
    """Return the input array that a ``CONTENTS`` term belongs to."""
    assert array.op is Op.CONTENTS, array.op
    return _base(array)


def element_sort(array: Term) -> Sort:
    assert array.sort.element is not None
    return array.sort.element


def store(array: Term, index: Value, value: Value) -> Term:
    """Return `array` with `value` at `index`, which must be within bounds."""
    if isinstance(index, Term):
        return make(Op.STORE, array.sort, (array, index, value))
    if array.op is Op.TABLE:
        assert isinstance(array.payload, immutables.Map)
        return make_table(_base(array), array.payload.set(index, value))
    return make_table(array, immutables.Map({index: value}))


def copy(array: Term, at: Value, source: Term, start: Value, length: Value) -> Term:
    """Return `array` with `length` elements of `source`, from `start` on, copied to `at`.

    Both ranges must be within bounds.
    """
    if length == 0:
        return array
    if not any(isinstance(n, Term) for n in (at, start, length)) and isinstance(length, int) and length <= _UNROLL:
        assert isinstance(at, int)
        assert isinstance(start, int)
        values = [_try(source, start + k) for k in range(length)]
        if None not in values:
            for k, value in enumerate(values):
                assert value is not None
                array = store(array, at + k, value)
            return array
    return make(Op.COPY, array.sort, (array, at, source, start, length))


def fill(array: Term, at: Value, length: Value, value: Value, size: Value | None = None) -> Term:
    """Return `array` with `value` at `length` indices from `at` on; the range must be within bounds.

    `size` is the length of the array, if known: filling a whole array discards its old contents.
    """
    new = filled(value, element_sort(array))
    if not isinstance(at, Term) and at == 0 and size is not None and length == size:
        return new
    return copy(array, at, new, 0, length)


def replaced(array: Term, old: Value, new: Value) -> Term:
    """Return `array` with `new` in place of every element equal to `old`."""
    return make(Op.REPLACED, array.sort, (array, old, new))


def octets(array: Term, each: int) -> Term:
    """Return the low `each` octets of every element, one after the other.

    `each` is a power of two, and no element has fewer octets.
    """
    return make(Op.OCTETS, Sort.array(BV8), (array,), each)


def octets_of_each(array: Term) -> int:
    assert array.op is Op.OCTETS
    assert isinstance(array.payload, int)
    return array.payload


_UNROLL = 4096


class _Unnamed(Exception):
    """Raised when the element belongs to the initial heap."""


def _try(array: Term, index: int) -> Value | None:
    """Return the element at a known index, or None if it is an element of the initial heap."""

    def refuse(held: Term, at: Value) -> Value:
        raise _Unnamed

    try:
        return select(array, index, refuse)
    except _Unnamed:
        return None


def select(array: Term, index: Value, initial: Initial, size: Value | None = None) -> Value:
    """Return the element at `index`, which must be within bounds.

    `initial` names elements of the initial heap. `size` is the array's length, if known. Contents are a graph with many
    paths, so each (contents, index) pair is read once and remembered.
    """
    if array.op is Op.TABLE and isinstance(index, Term) and _base(array).op is Op.FILLED:
        return _looked_up(array, index, None if isinstance(size, Term) else size)
    return _select(array, index, initial, {})


@cached(1024)
def _looked_up(array: Term, index: Term, size: int | None) -> Value:
    """Return the element of a filled table at a symbolic index.

    If the table has all `size` elements, the last case needs no condition; the one with the longest condition is chosen
    for it. Cached, because a table of names is looked up with the same index on path after path.
    """
    cases: list[tuple[Value, Value]] = []
    last = _in_table(array, index, cases)
    if last is None:
        last = _base(array).args[0]
        known = array.payload
        assert isinstance(known, immutables.Map)
        if cases and size is not None and all(at in known for at in range(size)):
            _, last = cases.pop(max(range(len(cases)), key=lambda at: _cases(cases[at][0])))
    return _chain(cases, last, element_sort(array))


def _cases(condition: Value) -> int:
    return len(condition.args) if isinstance(condition, Term) and condition.op is Op.OR else 1


def _select(array: Term, index: Value, initial: Initial, memo: dict[tuple[Term, Value], Value]) -> Value:
    element = memo.get((array, index))
    if element is None:
        element = memo[array, index] = _read(array, index, initial, memo)
    return element


def _read(array: Term, index: Value, initial: Initial, memo: dict[tuple[Term, Value], Value]) -> Value:
    sort = element_sort(array)
    pending: list[tuple[Value, Value]] = []  # (condition, value) pairs that precede the rest of the chain
    while True:
        tick()
        if array.op is Op.STORE:
            _, at, value = array.args
            same = eq(at, index) if isinstance(at, Term) or isinstance(index, Term) else at == index
            if same is True:
                return _chain(pending, value, sort)
            if same is not False:
                pending.append((same, value))
            array = _base(array)
        elif array.op is Op.TABLE:
            element = _in_table(array, index, pending)
            if element is not None:
                return _chain(pending, element, sort)
            array = _base(array)
        elif array.op is Op.COPY:
            inside = _in_range(array, index)
            if inside is not False:
                value = _select(_source(array), _moved(array, index), initial, memo)
                if inside is True:
                    return _chain(pending, value, sort)
                pending.append((inside, value))
            array = _base(array)
        elif array.op is Op.REPLACED:
            _, old, new = array.args
            value = _select(_base(array), index, initial, memo)
            return _chain(pending, ite(eq(value, old), new, value, sort), sort)
        elif array.op is Op.OCTETS:
            return _chain(pending, _octet(array, index, initial, memo), sort)
        else:
            return _chain(pending, _leaf(array, index, initial, memo), sort)


def _leaf(array: Term, index: Value, initial: Initial, memo: dict[tuple[Term, Value], Value]) -> Value:
    if array.op is Op.ITE:
        return map_leaves(array, lambda leaf: _select(leaf, index, initial, memo), sort=element_sort(array))
    if array.op is Op.FILLED:
        return array.args[0]
    assert array.op is Op.CONTENTS, array.op
    return initial(array, index)


def _octet(array: Term, index: Value, initial: Initial, memo: dict[tuple[Term, Value], Value]) -> Value:
    each = octets_of_each(array)
    element = _select(_base(array), bitvector(Op.BVASHR, 32, index, each.bit_length() - 1), initial, memo)
    which = bitvector(Op.BVAND, 32, index, each - 1)
    octet = extract(element, 7, 0)
    for k in range(1, each):
        octet = ite(eq(which, k), extract(element, 8 * k + 7, 8 * k), octet, BV8)
    return octet


def _in_table(array: Term, index: Value, pending: list[tuple[Value, Value]]) -> Value | None:
    """Return the element of a table if the index must hit it; otherwise add the possible ones to `pending`.

    Equal elements share one condition: a table of characters has few distinct ones.
    """
    known = array.payload
    assert isinstance(known, immutables.Map)
    if not isinstance(index, Term):
        element: Value | None = known.get(index)
        return element
    if index.op is Op.ITE and not leaves(index):
        return _in_table_by_choice(known, index, pending, element_sort(array))
    by_value: dict[Value, list[Value]] = {}
    for at, value in known.items():
        by_value.setdefault(value, []).append(eq(index, at))
    groups = [(disjunction(conditions), value) for value, conditions in by_value.items()]
    pending.extend((condition, value) for condition, value in groups if condition is not False)
    return None


def _in_table_by_choice(
    known: immutables.Map[int, Value], index: Term, pending: list[tuple[Value, Value]], sort: Sort
) -> Value | None:
    """As `_in_table`, for an index that is a choice between numbers: look each number up at its leaf."""
    there = map_table(index, lambda at: at in known)
    if there is False:
        return None
    element = map_some_leaves(index, no_leaf, known.get, sort)
    assert element is not None
    if there is True:
        return element
    pending.append((there, element))
    return None


def _in_range(array: Term, index: Value) -> Value:
    _, at, _, _, length = array.args
    past = bitvector(Op.BVSUB, 32, index, at)
    return and_(not_(bitvector(Op.BVSLT, 32, index, at)), bitvector(Op.BVSLT, 32, past, length))


def _moved(array: Term, index: Value) -> Value:
    _, at, _, start, _ = array.args
    return bitvector(Op.BVADD, 32, bitvector(Op.BVSUB, 32, index, at), start)


def _base(array: Term) -> Term:
    base = array.args[0]
    assert isinstance(base, Term)
    return base


def _source(array: Term) -> Term:
    source = array.args[2]
    assert isinstance(source, Term)
    return source


def _chain(pending: list[tuple[Value, Value]], last: Value, sort: Sort) -> Value:
    for condition, value in reversed(pending):
        last = ite(condition, value, last, sort)
    return last

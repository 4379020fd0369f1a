"""The contents of arrays against Python lists: any sequence of stores, fills, copies and choices, in all models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from naive_terms import a_symbol

from symheap.core.model import Model, Plain
from symheap.core.terms import BOOL, BV32, REF, Op, Term, Value, eq, ite
from symheap.core.theories.arrays import contents, copy, element_sort, fill, filled, owner_of, select, store, table

LENGTH: Final = 5
OWNER = a_symbol("owner", REF)
INDEX, J = a_symbol("i32", BV32), a_symbol("j32", BV32)
V, P = a_symbol("v32", BV32), a_symbol("p", BOOL)
FIRST: Final = (10, 11, 12, 13, 14)
MODELS: Final = [
    Model({INDEX: i, J: j, V: 77, P: p}, {}) for i in range(LENGTH) for j in range(LENGTH) for p in (True, False)
]


def initial(array: Term, index: Value) -> Value:
    """Return an element of the input array, as a choice if the index is a term."""
    assert owner_of(array) is OWNER
    if not isinstance(index, Term):
        return FIRST[index]
    element_at: Value = FIRST[-1]
    for at, element in enumerate(FIRST[:-1]):
        element_at = ite(eq(index, at), element, element_at, BV32)
    return element_at


@dataclass(frozen=True, slots=True)
class Said:
    value: Term
    meaning: Callable[[Model], list[Plain]]


def leaf(random: Random) -> Said:
    if random.random() < 0.4:
        return Said(contents(OWNER, BV32), lambda m: list(FIRST))
    if random.random() < 0.5:
        return Said(filled(3, BV32), lambda m: [3] * LENGTH)
    return Said(table([5, 6, 5], 0, BV32), lambda m: [5, 6, 5, 0, 0])


def stored(before: Said, at: Value, value: Value) -> Said:
    def meaning(m: Model) -> list[Plain]:
        result = before.meaning(m)
        result[int(m.evaluate(at))] = m.evaluate(value)
        return result

    return Said(store(before.value, at, value), meaning)


def copied(before: Said, source: Said, at: int, start: int, length: int) -> Said:
    def meaning(m: Model) -> list[Plain]:
        result = before.meaning(m)
        result[at : at + length] = source.meaning(m)[start : start + length]
        return result

    return Said(copy(before.value, at, source.value, start, length), meaning)


def one_or_other(a: Said, b: Said) -> Said:
    value = ite(P, a.value, b.value)
    assert isinstance(value, Term)
    return Said(value, lambda m: (a if m[P] else b).meaning(m))


def grown(random: Random, steps: int) -> Said:
    said = leaf(random)
    for _ in range(steps):
        kind = random.randrange(4)
        if kind <= 1:
            at: Value = random.choice((INDEX, J, random.randrange(LENGTH)))
            said = stored(said, at, random.choice((V, 1, 2)))
        elif kind == 2:
            at_, start = random.randrange(LENGTH), random.randrange(LENGTH)
            length = random.randrange(LENGTH - max(at_, start) + 1)
            said = copied(said, grown(random, steps // 2), at_, start, length)
        else:
            said = one_or_other(said, grown(random, steps // 2))
    return said


def test_reading_gives_what_was_written() -> None:
    random = Random(8)
    for _ in range(250):
        said = grown(random, 4)
        assert element_sort(said.value) is BV32
        for index in (INDEX, 0, 2, LENGTH - 1):
            chosen = select(said.value, index, initial)
            for model in MODELS:
                assert model.evaluate(chosen) == said.meaning(model)[int(model.evaluate(index))]


def test_a_copied_range_of_unknown_place() -> None:
    """Indices, start and length are terms: only the elements in the range come from the other array."""
    base, source = table([1, 2, 3, 4, 5], 0, BV32), table([6, 7, 8, 9, 9], 0, BV32)
    joined = copy(base, INDEX, source, 1, J)
    for index in range(LENGTH):
        chosen = select(joined, index, initial)
        for model in MODELS:
            i, j = int(model[INDEX]), int(model[J])
            if i + j <= LENGTH and 1 + j <= LENGTH:
                expected = [6, 7, 8, 9, 9][1 + index - i] if i <= index < i + j else index + 1
                assert model.evaluate(chosen) == expected


def test_a_filled_range_of_unknown_place() -> None:
    array = fill(table([1, 2, 3, 4, 5], 0, BV32), INDEX, J, V)
    for index in range(LENGTH):
        chosen = select(array, index, initial)
        for model in MODELS:
            inside = int(model[INDEX]) <= index < int(model[INDEX]) + int(model[J])
            assert model.evaluate(chosen) == (77 if inside else index + 1)


def test_of_an_array_that_is_filled_as_a_whole_nothing_is_left() -> None:
    array = store(contents(OWNER, BV32), INDEX, 8)
    sizes: tuple[Value, ...] = (LENGTH, J)
    for size in sizes:
        assert fill(array, 0, size, V, size) is filled(V, BV32)
    parts: tuple[tuple[Value, Value, Value | None], ...] = (
        *((0, J, INDEX), (INDEX, J, J), (0, J, None)),
        *((1, LENGTH - 1, LENGTH), (0, 1, LENGTH)),
    )
    for at, length, of in parts:
        assert fill(array, at, length, V, of) is not filled(V, BV32)
    assert fill(array, INDEX, 0, V, LENGTH) is array


def test_what_is_known_is_plain() -> None:
    array = store(store(contents(OWNER, BV32), 2, 8), 3, 9)
    assert select(array, 2, initial) == 8
    assert select(array, 4, initial) == 14
    assert select(copy(filled(0, BV32), 0, array, 2, 2), 1, initial) == 9
    assert copy(array, 0, array, 1, 0) is array


def test_equal_elements_of_a_table_share_a_condition() -> None:
    chosen = select(table([5, 6, 5], 0, BV32), INDEX, initial)
    assert isinstance(chosen, Term)
    assert chosen.op is Op.ITE
    assert chosen.sort is BV32
    assert sum(arg.op is Op.ITE for arg in chosen.args if isinstance(arg, Term)) == 1
    assert Model({INDEX: 2}, {}).evaluate(chosen) == 5

"""The oracle itself: concrete heaps, the formulas that they satisfy, and the effect of commands on them."""

from __future__ import annotations

from random import Random

import immutables
import pytest

from symheap.core.source import Position
from symheap.core.terms import Op, Term, Value, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.expressions import Binary, Expression, Number, Operator, Register
from symheap.memory.ir import Allocate, Assert, Assign, Assume, Command, Copy, Fill, Free, Lifetime, Load, Store
from symheap.refinement.concrete import ConcreteHeap, ConcreteObject
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap, variable
from symheap_testing.c.changed_formulas import shuffled
from symheap_testing.c.commands import run
from symheap_testing.c.formulas import CONTAINED, DLL, INNER, KINDS, OWNING, SLL, random_heap
from symheap_testing.c.heaps import NOWHERE, SINGLY, Size, heaps
from symheap_testing.c.plain_lists import node, segment
from symheap_testing.c.satisfies import satisfies

HERE = Position("test", 1, 1)
X, Y, Z = (variable(number, 8) for number in range(3))


def words(**objects: tuple[int, ...]) -> immutables.Map[int, ConcreteObject]:
    """Return objects of 8-byte words, by their address: ``_100 = (0x200,)``."""
    found: dict[int, ConcreteObject] = {}
    for address, values in objects.items():
        thing = ConcreteObject(bytes(8 * len(values)))
        for number, value in enumerate(values):
            thing = thing.stored(8 * number, 8, value)
        found[int(address[1:], 16)] = thing
    return immutables.Map(found)


def concrete(objects: immutables.Map[int, ConcreteObject], **roots: int) -> ConcreteHeap:
    return ConcreteHeap(objects, immutables.Map(roots))


def symbolic(*atoms: Object | Segment, pure: tuple[Value, ...] = (), **roots: Value) -> SymbolicHeap:
    facts = frozenset(fact for fact in pure if isinstance(fact, Term))
    return SymbolicHeap(immutables.Map(roots), atoms, facts, 10)


LIST = words(_1000=(0x2000,), _2000=(0x3000,), _3000=(0,))


@pytest.mark.parametrize(
    ("heap", "holds"),
    [
        (symbolic(segment(0, X, 0), x=X), True),
        (symbolic(segment(2, X, 0), x=X), True),
        (symbolic(segment(1, X, Y), node(Y, 0), x=X), True),
        (symbolic(segment(1, X, 0), node(Y, 0), x=X), False),  # a node is claimed twice
        (symbolic(node(X, Y), segment(0, Y, 0), x=X), True),
        (symbolic(node(X, Y), x=X), False),  # two nodes are nobody's
        (symbolic(segment(0, X, Y), x=X), True),  # for Y is null
        (symbolic(segment(0, X, Y), x=X, pure=(not_(eq(Y, 0)),)), False),
        (symbolic(node(X, Y), node(Y, Z), node(Z, 0), x=X, pure=(not_(eq(X, Z)),)), True),
        (symbolic(segment(0, Y, 0), x=X), True),  # what nothing leads to may be anywhere
    ],
)
def test_a_list_of_three(heap: SymbolicHeap, holds: bool) -> None:
    assert satisfies(concrete(LIST, x=0x1000), heap) == holds


def test_segments_of_at_least_so_many() -> None:
    for least in range(6):
        assert satisfies(concrete(LIST, x=0x1000), symbolic(segment(least, X, 0), x=X)) == (least <= 3)


def test_the_empty_segment_has_its_ends_together() -> None:
    doubly = Segment(DLL.spine, 0, X, Y, Z, Z)
    for x, y in ((0, 0), (0x10, 0x10), (0x10, 0)):
        assert satisfies(concrete(immutables.Map(), x=x, y=y), symbolic(segment(0, X, Y), x=X, y=Y)) == (x == y)
        assert satisfies(concrete(immutables.Map(), x=x, y=y), symbolic(doubly, x=X, y=Y)) == (x == y)
    assert not satisfies(concrete(immutables.Map(), x=0, y=1), symbolic(Segment(DLL.spine, 0, 0, 0, X, Y), x=X, y=Y))


def test_a_doubly_linked_list_has_right_back_links() -> None:
    for back in (0x1000, 0, 0x2000):
        heap = concrete(words(_1000=(0x2000, 0), _2000=(0, back)), x=0x1000, y=0x2000)
        assert satisfies(heap, symbolic(Segment(DLL.spine, 0, X, 0, 0, Y), x=X, y=Y)) == (back == 0x1000)


def test_entries_and_inner_lists() -> None:
    embedded = concrete(words(_1000=(7, 0x2008), _2000=(9, 0)), x=0x1008)
    assert satisfies(embedded, symbolic(Segment(CONTAINED.spine, 2, X, 0), x=X))
    assert not satisfies(embedded.with_root("x", 0x1000), symbolic(Segment(CONTAINED.spine, 2, X, 0), x=X))
    nested = concrete(words(_1000=(0x2000, 0x8000), _2000=(0, 0), _8000=(0x9000,), _9000=(0,)), x=0x1000)
    strong, weak = (Segment(pattern, 2, X, 0) for pattern in INNER.patterns)
    assert satisfies(nested, symbolic(weak, x=X))
    assert not satisfies(nested, symbolic(strong, x=X))


def test_objects_are_owned_by_one_item() -> None:
    data = immutables.Map({0x8000: ConcreteObject(bytes(4)), 0x9000: ConcreteObject(bytes(4))})
    own = Segment(OWNING.patterns[0], 2, X, 0)
    for second, holds in ((0x9000, True), (0x8000, False), (0, False)):
        nodes = words(_1000=(0x2000, 0x8000), _2000=(0, second))
        assert satisfies(concrete(nodes.update(data), x=0x1000), symbolic(own, x=X)) == holds


def test_what_was_freed_is_nobodys() -> None:
    ended = Object(X, 1, lifetime=Lifetime.ENDED)
    assert satisfies(concrete(LIST, x=NOWHERE, y=0x1000), symbolic(ended, segment(0, Y, 0), x=X, y=Y))
    assert not satisfies(concrete(LIST, x=0x2000, y=0x1000), symbolic(ended, segment(0, Y, 0), x=X, y=Y))
    assert not satisfies(concrete(immutables.Map(), x=0), symbolic(ended, x=X))
    both = symbolic(ended, Object(Y, 1, lifetime=Lifetime.ENDED), x=X, y=Y)
    assert not satisfies(concrete(immutables.Map(), x=NOWHERE, y=NOWHERE), both)


def test_optional_objects_and_zero_bytes() -> None:
    optional = symbolic(Object(X, 8, zero=True, optional=True), x=X)
    assert satisfies(concrete(immutables.Map(), x=0), optional)
    assert satisfies(concrete(words(_1000=(0,)), x=0x1000), optional)
    assert not satisfies(concrete(words(_1000=(5,)), x=0x1000), optional)
    assert not satisfies(concrete(immutables.Map(), x=NOWHERE), optional)


def test_symbols_of_pure_facts_alone_are_looked_for() -> None:
    above = bitvector(Op.BVSLT, 64, X, Y)
    below = bitvector(Op.BVSLT, 64, Y, 5)
    for x in (2, 3, 4):
        assert satisfies(concrete(immutables.Map(), x=x), symbolic(x=X, pure=(above, below))) == (x < 4)


@pytest.mark.parametrize("seed", range(40))
def test_names_and_order_do_not_matter(seed: int) -> None:
    random = Random(seed)
    kind = KINDS[seed % len(KINDS)]
    heap = random_heap(kind, "xy", random)
    other = shuffled(heap, random)
    small = list(heaps(kind.layout, kind.roots("xy"), Size(2, 1)))
    assert [satisfies(each, heap) for each in small] == [satisfies(each, other) for each in small]


def test_every_small_heap_is_there_once() -> None:
    small = list(heaps(SINGLY, SLL.roots("x"), Size(2)))
    assert len(small) == len({(each.objects, each.roots) for each in small})
    # null and nowhere; one node with its link null, nowhere, itself; two nodes, of which the last has four links
    assert len(small) == 2 + 3 + 4


def outcomes(command: Command, heap: ConcreteHeap) -> list[ConcreteHeap | MemoryErrorKind]:
    return list(run(command, heap))


def test_commands_do_what_they_say() -> None:
    heap = ConcreteHeap(LIST, immutables.Map({"0:x": 0x1000, "0:y": 0}))
    x, y = Register("x", 8), Register("y", 8)
    (loaded,) = outcomes(Load(y, x, HERE), heap)
    assert isinstance(loaded, ConcreteHeap)
    assert loaded.roots["0:y"] == 0x2000
    (stored,) = outcomes(Store(x, y, HERE), heap)
    assert isinstance(stored, ConcreteHeap)
    assert stored.objects[0x1000].word(0, 8) == 0
    (freed,) = outcomes(Free(x, HERE), heap)
    assert isinstance(freed, ConcreteHeap)
    assert outcomes(Free(x, HERE), freed) == [MemoryErrorKind.INVALID_FREE]
    assert outcomes(Free(y, HERE), heap) == [heap]
    assert outcomes(Assign(x, x, HERE), heap) == [heap]
    for new in outcomes(Allocate(y, Number(8, 8), HERE, zero=True), heap):
        assert isinstance(new, ConcreteHeap)
        assert new.objects[new.roots["0:y"]].contents == bytes(8)


def test_ranges_are_copied_and_filled_byte_by_byte() -> None:
    heap = ConcreteHeap(words(_1000=(0x0807060504030201, 0)), immutables.Map({"0:x": 0x1000}))
    x = Register("x", 8)
    for by in range(9):
        target = Binary(Operator.ADD, x, Number(by, 8))
        (copied,) = outcomes(Copy(target, x, Number(8, 8), HERE), heap)
        assert isinstance(copied, ConcreteHeap)
        before = heap.objects[0x1000].contents
        assert copied.objects[0x1000].contents == before[:by] + before[:8] + before[by + 8 :]
        (filled,) = outcomes(Fill(target, Number(-1, 1), Number(7, 8), HERE), heap)
        assert isinstance(filled, ConcreteHeap)
        assert filled.objects[0x1000].contents == before[:by] + bytes([255] * 7) + before[by + 7 :]
    assert outcomes(Copy(x, x, Number(17, 8), HERE), heap) == [MemoryErrorKind.INVALID]


def test_commands_fail_where_they_must() -> None:
    heap = ConcreteHeap(LIST, immutables.Map({"0:x": 0x1000, "0:y": 0}))
    x, y = Register("x", 8), Register("y", 8)
    equal: Expression = Binary(Operator.EQ, x, y)
    assert outcomes(Load(x, y, HERE), heap) == [MemoryErrorKind.NULL]
    assert outcomes(Load(x, Binary(Operator.ADD, x, Number(8, 8)), HERE), heap) == [MemoryErrorKind.INVALID]
    assert outcomes(Store(Binary(Operator.ADD, x, Number(4, 8)), y, HERE), heap) == [MemoryErrorKind.INVALID]
    assert outcomes(Assert(equal, "x == y", HERE), heap) == [MemoryErrorKind.ASSERTION]
    assert outcomes(Assume(equal, HERE), heap) == []

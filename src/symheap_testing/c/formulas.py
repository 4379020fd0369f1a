"""Random symbolic heaps over lists of a few kinds.

A `Kind` is a layout of concrete nodes, the pattern of lists of them and the possible roots, so that `heaps` yields
every small model of every formula here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

import immutables

from symheap.core.terms import Op, Term, Value, eq, not_, or_
from symheap.core.theories.bitvectors import bitvector
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment, SymbolicHeap, variable
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap_testing.c.heaps import (
    CIRCLED,
    DOUBLY,
    EMBEDDED,
    NESTED,
    NUMBERED,
    NUMBERS,
    POINTER,
    QUEUED,
    SINGLY,
    TAGGED,
    WITH_DATA,
    Integer,
    Layout,
    Size,
    Slot,
    ToNode,
)

_BASE: Final = parameter("base", POINTER)
_NEXT: Final = parameter("next", POINTER)
_PREV: Final = parameter("prev", POINTER)
_DATUM: Final = parameter("own0", POINTER)
_COMMON: Final = parameter("shared0", POINTER)
_NUMBER: Final = parameter("own0", 4)


def _node(size: int, cells: Mapping[int, Cell]) -> Object:
    return Object(_BASE, size, immutables.Map(cells))


def _pointer(value: Value) -> Cell:
    return Cell(POINTER, value)


def _fact(value: Value) -> Term:
    assert isinstance(value, Term)
    return value


@dataclass(frozen=True, slots=True)
class Kind:
    """Lists of one kind.  `patterns` are from strong to weak; items of any are nodes of `layout`.

    Many `measured` lists have lengths.
    """

    name: str
    layout: Layout
    patterns: tuple[Pattern, ...]
    size: Size
    measured: bool = False

    @property
    def spine(self) -> Pattern:
        return self.patterns[-1]

    def roots(self, names: str) -> dict[str, Slot]:
        """Return the possible concrete roots: addresses in nodes, where links point."""
        slots: dict[str, Slot] = {name: ToNode(tuple({0, self.spine.entry})) for name in names}
        return slots


_NUMBER_FACT: Final = _fact(not_(bitvector(Op.BVSLT, 32, _NUMBER, 1)))

SLL: Final = Kind("sll", SINGLY, (Pattern((_node(8, {0: _pointer(_NEXT)}),), 0),), Size(4, lost=2))
DLL: Final = Kind("dll", DOUBLY, (Pattern((_node(16, {0: _pointer(_NEXT), 8: _pointer(_PREV)}),), 0, back=8),), Size(2))
OWNING: Final = Kind(
    "sll with data",
    WITH_DATA,
    (
        Pattern((_node(16, {0: _pointer(_NEXT), 8: _pointer(_DATUM)}), Object(_DATUM, 4)), 0, own=1),
        Pattern((_node(16, {0: _pointer(_NEXT), 8: _pointer(_DATUM)}), Object(_DATUM, 4, optional=True)), 0, own=1),
    ),
    Size(2, 2),
)
SHARING: Final = Kind(
    "sll with common data",
    WITH_DATA,
    (
        Pattern((_node(16, {0: _pointer(_NEXT), 8: _pointer(_COMMON)}),), 0, shared=1),
        Pattern((_node(16, {0: _pointer(_NEXT)}),), 0),
    ),
    Size(3, 0),
)
CONTAINED: Final = Kind("container_of", EMBEDDED, (Pattern((_node(16, {8: _pointer(_NEXT)}),), 8, entry=8),), Size(3))
COUNTED: Final = Kind(
    "sll with numbers",
    NUMBERED,
    (
        Pattern((_node(12, {0: _pointer(_NEXT), 8: Cell(4, _NUMBER)}),), 0, own=1, pure=frozenset({_NUMBER_FACT})),
        Pattern((_node(12, {0: _pointer(_NEXT)}),), 0),
    ),
    Size(2),
)
BSD: Final = Kind(
    "bsd",
    QUEUED,
    (Pattern((_node(16, {0: _pointer(_PREV), 8: _pointer(_NEXT)}),), 8, back=0, back_entry=8),),
    Size(2),
)
LINUX: Final = Kind(
    "linux",
    CIRCLED,
    (Pattern((_node(24, {8: _pointer(_NEXT), 16: _pointer(_PREV)}),), 8, entry=8, back=16, back_entry=8),),
    Size(2),
)
_INNER: Final = SLL.spine
INNER: Final = Kind(
    "sll of sll",
    NESTED,
    (
        Pattern(
            (_node(16, {0: _pointer(_NEXT), 8: _pointer(_DATUM)}), Segment(_INNER, 1, _DATUM, 0)),
            0,
            own=1,
        ),
        Pattern(
            (_node(16, {0: _pointer(_NEXT), 8: _pointer(_DATUM)}), Segment(_INNER, 0, _DATUM, 0)),
            0,
            own=1,
        ),
    ),
    Size(2, 2),
)
_TAG: Final = parameter("own1", 4)
_TAGGED_NODE: Final = _node(24, {0: _pointer(_NEXT), 8: _pointer(_DATUM), 16: Cell(4, _TAG)})
_TAGGED_FACTS: Final = frozenset(
    {_fact(or_(eq(_TAG, 0), not_(eq(_DATUM, 0)))), _fact(or_(not_(eq(_TAG, 0)), eq(_DATUM, 0)))}
)
LINKED: Final = Kind(
    "sll with tags",
    TAGGED,
    (
        Pattern((_TAGGED_NODE, Object(_DATUM, 4, optional=True)), 0, own=2, pure=_TAGGED_FACTS),
        Pattern((_node(24, {0: _pointer(_NEXT), 8: _pointer(_DATUM)}), Object(_DATUM, 4, optional=True)), 0, own=1),
    ),
    Size(2, 2),
)
_OWNED: Final = parameter("own2", POINTER)
_GUARDED_FACTS: Final = frozenset(
    {
        _fact(or_(eq(_TAG, 0), eq(_DATUM, _OWNED))),
        _fact(or_(eq(_TAG, 0), not_(eq(_OWNED, 0)))),
        _fact(or_(not_(eq(_TAG, 0)), eq(_OWNED, 0))),
    }
)
GUARDED: Final = Kind(
    "sll that owns by tags",
    TAGGED,
    (
        Pattern((_TAGGED_NODE, Object(_DATUM, 4)), 0, own=2, pure=frozenset({_fact(not_(eq(_TAG, 0)))})),
        Pattern((_TAGGED_NODE, Object(_OWNED, 4, optional=True)), 0, own=3, pure=_GUARDED_FACTS),
        Pattern((_node(24, {0: _pointer(_NEXT)}), Object(_DATUM, 4, optional=True)), 0, own=1),
    ),
    Size(2, 2),
)
MEASURED: Final = Kind("sll with lengths", SLL.layout, SLL.patterns, Size(4), measured=True)
MEASURED_BOTH_WAYS: Final = Kind("dll with lengths", DLL.layout, DLL.patterns, DLL.size, measured=True)
KINDS: Final = (
    SLL,
    DLL,
    OWNING,
    SHARING,
    CONTAINED,
    COUNTED,
    INNER,
    BSD,
    LINUX,
    MEASURED,
    MEASURED_BOTH_WAYS,
    LINKED,
    GUARDED,
)


# Random heaps ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Making:
    """A random symbolic heap under construction.

    Pointers are picked from a few symbols, so that ends are shared; with probability `order` a link leads to the next
    of these, and a back link to the node made just before.
    """

    kind: Kind
    random: Random
    order: float
    made: int = 0
    nodes: list[Term] = field(default_factory=list)
    last: Value = 0
    lengths: list[Term] = field(default_factory=list)

    def fresh(self, size: int = POINTER) -> Term:
        self.made += 1
        return variable(self.made - 1, size)

    def heap(self, names: str) -> SymbolicHeap:
        self.nodes = [self.fresh() for _ in range(self.random.randint(1, 4))]
        self.lengths = [self.fresh() for _ in range(2)] if self.kind.measured else []
        present = self.random.randint(0, min(3, len(self.nodes)))
        atoms: list[Atom] = []
        for base in self.nodes[:present]:
            atoms += self._item(base) if self.random.random() < 0.5 else [self._segment(base)]
        roots = {name: self._address() for name in names}
        if self._is_orderly() and names:
            roots[names[0]] = self._at(self.nodes[0])
        facts = [self._fact() for _ in range(self.random.choice((0, 0, 1, 1, 2)))]
        pure = frozenset(fact for fact in facts if isinstance(fact, Term))
        return SymbolicHeap(immutables.Map(roots), tuple(atoms), pure, self.made)

    def _is_orderly(self) -> bool:
        return self.random.random() < self.order

    def _at(self, base: Term) -> Value:
        return bitvector(Op.BVADD, 8 * POINTER, base, self.kind.spine.entry)

    def _back_at(self, base: Term) -> Value:
        return bitvector(Op.BVADD, 8 * POINTER, base, self.kind.spine.back_entry)

    def _address(self) -> Value:
        """Return null, or the place in some node where links point."""
        return 0 if self.random.random() < 0.25 else self._at(self.random.choice(self.nodes))

    def _behind(self, base: Term) -> Value:
        rest = self.nodes[self.nodes.index(base) + 1 :]
        if not self._is_orderly():
            return self._address()
        return self._at(rest[0]) if rest else 0

    def _before(self) -> Value:
        if self._is_orderly():
            return self.last
        return 0 if self.random.random() < 0.25 else self._back_at(self.random.choice(self.nodes))

    def _item(self, base: Term) -> list[Atom]:
        """Return a node with the objects behind its data pointer."""
        beside: list[Atom] = []
        cells: dict[int, Cell] = {}
        for offset, slot in self.kind.layout.slots.items():
            if isinstance(slot, Integer):
                cells[offset] = Cell(4, self.random.choice((self.fresh(4), *NUMBERS)))
            elif offset == self.kind.spine.link:
                cells[offset] = Cell(POINTER, self._behind(base))
            elif isinstance(slot, ToNode):
                cells[offset] = Cell(POINTER, self._before())
            elif self.random.random() < 0.5:
                cells[offset] = Cell(POINTER, self.fresh())
                beside.append(self._datum(cells[offset].value))
            else:
                cells[offset] = Cell(POINTER, self._address())
        self.last = self._back_at(base)
        return [Object(base, self.kind.layout.size, immutables.Map(cells)), *beside]

    def _datum(self, base: Value) -> Atom:
        """Return the object or list behind a data pointer."""
        assert isinstance(base, Term)
        if self.kind.layout.inner and self.random.random() < 0.6:
            return Segment(SLL.spine, self.random.choice((0, 1)), base, 0)
        cells = {offset: Cell(POINTER, 0) for offset in self.kind.layout.inner}
        return Object(base, self.kind.layout.data, immutables.Map(cells), optional=self.random.random() < 0.3)

    def _segment(self, base: Term) -> Segment:
        pattern = self.random.choice(self.kind.patterns)
        least = self.random.choice((0, 0, 1, 1, 2))
        shared = tuple(self._address() for _ in range(pattern.shared))
        if pattern.back is None:
            return Segment(pattern, least, self._at(base), self._behind(base), shared=shared, length=self._length())
        prev, last = self._before(), self.random.choice(self.nodes)
        if self._is_orderly():
            last = self.fresh()
            self.nodes.append(last)
        self.last = back = self._back_at(last)
        return Segment(pattern, least, self._at(base), self._behind(base), prev, back, shared, self._length())

    def _length(self) -> Value | None:
        """Return None, a small number, a symbol that several lists may share, or that symbol plus or minus one."""
        if not self.lengths or self.random.random() < 0.2:
            return None
        if self.random.random() < 0.3:
            return self.random.choice((0, 1, 2))
        return bitvector(Op.BVADD, 8 * POINTER, self.random.choice(self.lengths), self.random.choice((0, 0, 0, 1, -1)))

    def _fact(self) -> Value:
        if self.lengths and self.random.random() < 0.5:
            length, number = self.random.choice(self.lengths), self.random.choice((0, 1, 2))
            return self.random.choice((not_(eq(length, number)), bitvector(Op.BVULT, 8 * POINTER, length, number)))
        one, two = self._address(), self._address()
        return eq(one, two) if self.random.random() < 0.2 else not_(eq(one, two))


def random_heap(kind: Kind, names: str, random: Random) -> SymbolicHeap:
    """Return a random symbolic heap with roots of these names, of one letter each."""
    return _Making(kind, random, random.choice((0.1, 0.9))).heap(names)

"""Join two symbolic heaps of the same skeleton: their least upper bound, or something above it.

Law: both heaps entail their join.  It is built by walking both from their roots in parallel, and then proved, so that a
mistake here can cost precision and nothing else.

Integers are widened: bounds of a joined integer are kept at the thresholds 0, 1 and -1 and those of the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import immutables

from symheap.core.operators import BIT_SUMS
from symheap.core.substitution import rebuilt
from symheap.core.terms import Op, Term, Value
from symheap.core.theories.bitvectors import bitvector
from symheap.core.walk import symbols
from symheap.separation.abstraction.relating import Relating
from symheap.separation.entailment.entail import entails, pattern_entails
from symheap.separation.entailment.items import as_segment
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.addresses import spots
from symheap.separation.heaps.canonical import canonical
from symheap.separation.heaps.cells import overlapping_others, read
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment, SymbolicHeap, is_ended, split, variable
from symheap.separation.heaps.pattern import Pattern
from symheap.separation.heaps.renaming import values_of

_SPLITS = 2
"""In heaps with lengths, sums are joined as relations of numbers, not part by part."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The join of two heaps, which is above both.

    `is_numeric`: integers were lost, not only minimum lengths of lists.  `is_lossy`: relations between numbers and the
    length of a list may be lost.
    """

    heap: SymbolicHeap
    is_numeric: bool
    is_lossy: bool = False


class _Differs(Exception):
    """The skeletons differ."""


def join(
    logic: Logic,
    p: SymbolicHeap,
    q: SymbolicHeap,
    sizes: Mapping[str, int],
    thresholds: Iterable[int] = (),
    patterns: tuple[Pattern, ...] = (),
    *,
    measured: bool = False,
) -> Joined | None:
    """Return the join of two heaps with the same roots, of `sizes` bytes, or None if they are too different.

    An object of one heap that the other lacks becomes a list of one of `patterns` in the join, if possible.  If
    `measured`, lists keep their lengths and the relations of these to numbers that hold in both heaps.
    """
    if set(p.roots) != set(q.roots):
        return None
    walk = _Walk(logic, p, q, sizes, patterns, measured)
    try:
        heap = walk.joined()
    except _Differs:
        return None
    related = walk.relating().related(heap, {0, 1, -1, *thresholds})
    if related is None:
        return None
    heap = canonical(related.heap)
    if not entails(logic, p, heap, _SPLITS) or not entails(logic, q, heap, _SPLITS):
        return None
    return Joined(heap, walk.is_numeric or related.is_lossy, related.is_lossy)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A value of either heap in one slot of `width` bits.  Equal numbers in slots of different widths are two pairs."""

    p: Value
    q: Value
    width: int

    def side(self, number: int) -> Value:
        return self.q if number else self.p


@dataclass(slots=True)
class _Walk:
    """Walks two heaps from their roots in parallel, and collects the symbol for each pair of values."""

    logic: Logic
    p: SymbolicHeap
    q: SymbolicHeap
    sizes: Mapping[str, int]
    patterns: tuple[Pattern, ...]
    measured: bool = False
    is_numeric: bool = False
    _pairs: dict[_Pair, Term] = field(default_factory=dict)
    _atoms: list[Atom] = field(default_factory=list)
    _done: set[Atom] = field(default_factory=set)
    _lengths: dict[Term, None] = field(default_factory=dict)

    def joined(self) -> SymbolicHeap:
        roots: dict[str, Value] = {}
        for name in sorted(self.p.roots):
            roots[name] = self._value(self.p.roots[name], self.q.roots[name], self.sizes.get(name))
        if any(atom not in self._done and not is_ended(atom) for atom in (*self.p.atoms, *self.q.atoms)):
            raise _Differs
        return SymbolicHeap(immutables.Map(roots), tuple(self._atoms), next_symbol=len(self._pairs))

    def relating(self) -> Relating:
        pairs = [(stands, pair.p, pair.q) for pair, stands in self._pairs.items()]
        return Relating(self.logic, self.p, self.q, pairs, tuple(self._lengths))

    def _value(self, a: Value, b: Value, size: int | None) -> Value:
        """Return the value in the join for a pair of values, in a slot of `size` bytes."""
        if not isinstance(a, Term) and not isinstance(b, Term) and a == b:
            return a
        known = self._known(a, b, size)
        if known is not None:
            return known
        here, there = _anchored(self.p, a, self._done), _anchored(self.q, b, self._done)
        if (here is None or is_ended(here)) != (there is None or is_ended(there)) or is_ended(here) != is_ended(there):
            here = None if is_ended(here) else here
            there = None if is_ended(there) else there
        if there is not None and self._meets(a, there, side=1):
            here = None
        elif here is not None and self._meets(b, here, side=0):
            there = None
        if isinstance(here, Object) and isinstance(there, Object):
            self._objects(here, there)
            return self._again(a, b, size)
        if here is not None or there is not None:
            self._segments(here, there, a, b)
            return self._again(a, b, size)
        if _is_held(self.p, a) or _is_held(self.q, b):
            raise _Differs
        if isinstance(a, Term) and isinstance(b, Term) and a.op is b.op:
            if a.op is Op.SYM:
                return self._new(a, b, size)
            is_sum = self.measured and a.op in BIT_SUMS
            if not is_sum and (a.sort, a.payload, len(a.args)) == (b.sort, b.payload, len(b.args)):
                return rebuilt(a, tuple(self._value(x, y, _size_of(a)) for x, y in zip(a.args, b.args, strict=True)))
        self.is_numeric = True
        return self._new(a, b, size)

    def _meets(self, value: Value, atom: Atom, side: int) -> bool:
        """Whether a root is at `value` in one heap and just behind `atom` in the other: nothing precedes it here."""
        ours, theirs = (self.p, self.q) if side else (self.q, self.p)
        behind = [atom.next] if isinstance(atom, Segment) else [cell.value for cell in atom.cells.values()]
        return any(
            other is value and theirs.roots[name] in behind and isinstance(value, Term) and not name.startswith("&")
            for name, other in ours.roots.items()
        )

    def _again(self, a: Value, b: Value, size: int | None) -> Value:
        known = self._known(a, b, size)
        if known is None:
            raise _Differs
        return known

    def _known(self, a: Value, b: Value, size: int | None) -> Value | None:
        """Return the value for a pair at the same distance from a known pair in a slot of the same width."""
        pair = _pair(a, b, size)
        (x, c), (y, d) = split(a), split(b)
        for known, stands in self._pairs.items():
            (p, m), (q, n) = split(known.p), split(known.q)
            if known.width != pair.width or x is not p or y is not q or c - m != d - n:
                continue
            if x is not None or y is not None or pair == known:
                return bitvector(Op.BVADD, pair.width, stands, c - m)
        return None

    def _new(self, a: Value, b: Value, size: int | None) -> Term:
        pair = _pair(a, b, size)
        stands = variable(len(self._pairs), pair.width // 8)
        self._pairs[pair] = stands
        return stands

    def _objects(self, one: Object, two: Object) -> None:
        """Join two objects of one kind."""
        if (one.lifetime, one.name, one.optional) != (two.lifetime, two.name, two.optional):
            raise _Differs
        self._done |= {one, two}
        base = self._new(one.base, two.base, None)
        at = len(self._atoms)
        self._atoms.append(one)
        size = self._value(one.size, two.size, None)
        zero = one.zero and two.zero
        cells: dict[int, Cell] = {}
        for offset in sorted(set(one.cells) | set(two.cells)):
            length = (one.cells.get(offset) or two.cells[offset]).size
            mine, theirs = read(one, offset, length), read(two, offset, length)
            if mine is None or theirs is None:
                continue
            if overlapping_others(cells, offset, length):
                raise _Differs
            cells[offset] = Cell(length, self._value(mine, theirs, length))
        self._atoms[at] = Object(base, size, immutables.Map(cells), one.lifetime, zero, one.optional, one.name)

    def _segments(self, here: Atom | None, there: Atom | None, a: Value, b: Value) -> None:
        """Join two lists, one of which may be empty or a single item."""
        pattern = self._pattern(here, there)
        one = self._as_list(here, a, b, pattern, "p")
        two = self._as_list(there, b, a, pattern, "q")
        if len(one.shared) != len(two.shared):
            raise _Differs
        front = self._new(one.front, two.front, pattern.pointer)
        at = len(self._atoms)
        segment = Segment(pattern, min(one.least, two.least), front, 0)
        self._atoms.append(segment)
        back = None if pattern.back is None else self._back(one.back, two.back, pattern.pointer)
        following = self._value(one.next, two.next, pattern.pointer)
        shared = tuple(self._value(x, y, pattern.pointer) for x, y in zip(one.shared, two.shared, strict=True))
        prev = None if pattern.back is None else self._prev(one.prev, two.prev, pattern.pointer)
        length = self._length(one.length, two.length, pattern.pointer)
        self._atoms[at] = replace(segment, next=following, prev=prev, back=back, shared=shared, length=length)

    def _length(self, a: Value | None, b: Value | None, pointer: int) -> Value | None:
        """Return the value for two lengths."""
        if a is None or b is None or not self.measured:
            return None
        if not isinstance(a, Term) and a == b:
            return a
        known = self._known(a, b, pointer)
        if known is None:
            known = self._new(a, b, pointer)
            self._lengths[known] = None
        return known

    def _back(self, a: Value | None, b: Value | None, pointer: int) -> Value:
        """Return the value for the backs of two lists, which are addresses of their last items."""
        if a is None or b is None:
            raise _Differs
        if not isinstance(a, Term) and a == b:
            return a
        known = self._known(a, b, pointer)
        return self._new(a, b, pointer) if known is None else known

    def _prev(self, a: Value | None, b: Value | None, pointer: int) -> Value:
        if a is None or b is None:
            raise _Differs
        return self._value(a, b, pointer)

    def _pattern(self, here: Atom | None, there: Atom | None) -> Pattern:
        patterns = [atom.pattern for atom in (here, there) if isinstance(atom, Segment)]
        if not patterns:
            return self._known_pattern(here, there)
        one, two = patterns[0], patterns[-1]
        if pattern_entails(self.logic, one, two):
            return two
        if pattern_entails(self.logic, two, one):
            return one
        raise _Differs

    def _known_pattern(self, here: Atom | None, there: Atom | None) -> Pattern:
        """Return the pattern of which an object that the other heap lacks is an item.

        If it is held twice, as by the head and the tail of a queue, it matters that there is only one of it.
        """
        heap, thing = (self.p, here) if there is None else (self.q, there)
        if not isinstance(thing, Object) or _holders(heap, thing) > 1:
            raise _Differs
        for pattern in self.patterns:
            if not _lacks_list(thing, pattern) and as_segment(self.logic, heap, thing, pattern) is not None:
                return pattern
        raise _Differs

    def _as_list(self, atom: Atom | None, value: Value, other: Value, pattern: Pattern, side: str) -> Segment:
        """Return what one heap has at a value as a list of a pattern: a segment, a single item, or an empty list."""
        if isinstance(atom, Segment):
            self._done.add(atom)
            return atom
        if isinstance(atom, Object):
            heap = self.p if side == "p" else self.q
            single = as_segment(self.logic, heap, atom, pattern)
            if single is None:
                raise _Differs
            segment, used = single
            self._done |= used
            return segment
        theirs = self._other_list(other, side, pattern)
        return Segment(pattern, 0, value, value, *self._sides(theirs, side), shared=(), length=0)

    def _other_list(self, value: Value, side: str, pattern: Pattern) -> Segment:
        """Return the list that the other heap has where this one has nothing."""
        heap = self.q if side == "p" else self.p
        atom = _anchored(heap, value, set())
        if isinstance(atom, Segment):
            return atom
        single = as_segment(self.logic, heap, atom, pattern) if isinstance(atom, Object) else None
        if single is None:
            raise _Differs
        return single[0]

    def _sides(self, theirs: Segment, side: str) -> tuple[Value | None, Value | None]:
        """Return the predecessor and the back of an empty list: the counterpart of the other list's back."""
        if theirs.back is None:
            return None, None
        at = 1 if side == "p" else 0
        for pair in self._pairs:
            if pair.side(at) is theirs.back:
                return pair.side(1 - at), pair.side(1 - at)
        heap = self.p if side == "p" else self.q
        other = self.q if side == "p" else self.p
        for name, value in other.roots.items():
            if value is theirs.back:
                return heap.roots[name], heap.roots[name]
        raise _Differs


def _anchored(heap: SymbolicHeap, value: Value, done: set[Atom]) -> Atom | None:
    """Return the atom that a value leads to, if it has not been visited."""
    symbol, number = split(value)
    if symbol is None:
        return None
    for atom in heap.atoms:
        if atom in done:
            continue
        if isinstance(atom, Object) and atom.base is symbol:
            return atom
        if isinstance(atom, Segment) and split(atom.front)[0] is symbol and number == split(atom.front)[1]:
            return atom
    return None


def _pair(a: Value, b: Value, size: int | None) -> _Pair:
    """Return two values of one slot as a pair: if both are plain numbers, only its size gives their width."""
    widths = {each.sort.width for each in (a, b) if isinstance(each, Term)} or {8 * (size or 0)}
    if len(widths) > 1 or 0 in widths or (size is not None and widths != {8 * size}):
        raise _Differs
    return _Pair(a, b, widths.pop())


def _size_of(term: Term) -> int:
    """Return the size in bytes of a term's operands, for plain operands."""
    widths = [arg.sort.width for arg in term.args if isinstance(arg, Term)]
    return max(widths, default=8) // 8


def _holders(heap: SymbolicHeap, thing: Object) -> int:
    """Return how often the address of an object is held, by roots and by other atoms."""
    values = [*heap.roots.values(), *(value for atom in heap.atoms if atom is not thing for value in values_of(atom))]
    return sum(thing.base in symbols(value) for value in values)


def _lacks_list(thing: Object, pattern: Pattern) -> bool:
    """Whether an object is null where items of a pattern have a list: it may be of another type, with other lists."""
    node = pattern.atoms[0]
    assert isinstance(node, Object)
    fronts = {atom.front for atom in pattern.atoms if isinstance(atom, Segment)}
    return any(
        cell.value in fronts and offset in thing.cells and thing.cells[offset].value == 0
        for offset, cell in node.cells.items()
    )


def _is_held(heap: SymbolicHeap, value: Value) -> bool:
    """Whether a value points at something."""
    return any(not is_ended(spot.atom) for spot in spots(heap, value))

"""Entailment under a given matching: check that each wanted atom is where the matching says, and the facts follow.

Law: if it is accepted, every model of the given heap, with the values of the binding, is one of the wanted atoms and
facts, separated from the remaining atoms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from symheap.certify.cells import read, touching
from symheap.certify.certificate import How, Item, Matching, Move, Whole
from symheap.certify.heaps import renamed_atom, values_of
from symheap.certify.prover import Prover
from symheap.certify.rejection import Rejected, require
from symheap.certify.sorts import fits
from symheap.certify.values import binary, equal, plus, substituted, symbols
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.memory.ir import Lifetime
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap
from symheap.separation.heaps.pattern import Pattern, parameter

Lemmas = Callable[[Pattern, Pattern], bool]
"""Whether every item of one pattern is known to be one of another."""


class Consumption:
    """Takes wanted atoms out of a heap, each given atom once.  `used` are the numbers of those taken."""

    def __init__(self, prover: Prover, heap: SymbolicHeap, lemmas: Lemmas) -> None:
        self._prover = prover
        self._heap = heap
        self._lemmas = lemmas
        self.used: set[int] = set()

    @property
    def left(self) -> list[Atom]:
        return [atom for number, atom in enumerate(self._heap.atoms) if number not in self.used]

    def consume(self, atoms: Iterable[Atom], facts: Iterable[Value], matching: Matching) -> None:
        """Take `atoms`, which are over the symbols of the matching's binding, and require `facts`."""
        self._take_all(tuple(atoms), matching.binding, matching.atoms)
        for fact in facts:
            self._fact(fact, matching.binding)

    def _fact(self, fact: Value, binding: Mapping[Term, Value]) -> None:
        self._bound(fact, binding)
        goal = substituted(fact, binding)
        self._prover.require(self._heap, goal, f"{goal} is not known to hold")

    def same(self, wanted: Value, given: Value, size: int, binding: Mapping[Term, Value], what: str) -> None:
        """Require two values of `size` bytes to be equal."""
        self._bound(wanted, binding)
        goal = equal(substituted(wanted, binding), given, 8 * size)
        self._prover.require(self._heap, goal, f"{what}: {given} is not known to be {substituted(wanted, binding)}")

    def _bound(self, value: Value, binding: Mapping[Term, Value]) -> None:
        for symbol in symbols(value):
            require(symbol in binding, f"{symbol} has no value")
            fits(binding[symbol], symbol.sort.width)

    # Atoms ------------------------------------------------------------------------------------------------------------

    def _take_all(self, atoms: tuple[Atom, ...], binding: Mapping[Term, Value], where: tuple[How, ...]) -> None:
        require(len(atoms) == len(where), "an atom is neither found nor said to be absent")
        for atom, how in zip(atoms, where, strict=True):
            if isinstance(atom, Segment):
                require(isinstance(how, tuple), "a segment without moves")
                assert isinstance(how, tuple)
                self._take_segment(atom, binding, how)
            else:
                require(not isinstance(how, tuple), "an object that is said to be a list")
                assert not isinstance(how, tuple)
                self._take_object(atom, binding, how)

    def _atom(self, number: int) -> Atom:
        require(0 <= number < len(self._heap.atoms) and number not in self.used, "an atom is taken twice")
        self.used.add(number)
        return self._heap.atoms[number]

    def _take_object(self, wanted: Object, binding: Mapping[Term, Value], how: int | None) -> None:
        pointer = wanted.base.sort.width // 8
        if how is None:
            require(wanted.optional, "an object that is not optional is absent")
            self.same(wanted.base, 0, pointer, binding, "an absent object")
            return
        given = self._atom(how)
        require(isinstance(given, Object), "a segment is taken for an object")
        assert isinstance(given, Object)
        require(given.lifetime is wanted.lifetime, "an object of another kind")
        require(given.name == wanted.name or wanted.lifetime is not Lifetime.FUNCTION, "another function")
        require(wanted.optional or not given.optional, "an object that may be absent")
        self.same(wanted.base, given.base, pointer, binding, "the place of an object")
        self.same(wanted.size, given.size, pointer, binding, "the size of an object")
        for offset, cell in wanted.cells.items():
            value = read(given, offset, cell.size)
            if value is None:
                raise Rejected(f"the {cell.size} bytes at offset {offset} may be anything")
            self.same(cell.value, value, cell.size, binding, f"the bytes at offset {offset}")
        if wanted.zero:
            self._zero_beside(wanted, given)

    def _zero_beside(self, wanted: Object, given: Object) -> None:
        """Require bytes outside of all cells of the wanted object to be zero in the given one."""
        require(given.zero, "bytes that may be anything are taken for zero")
        for offset, cell in given.cells.items():
            covered = sum(
                min(at + each.size, offset + cell.size) - max(at, offset)
                for at, each in touching(wanted.cells, offset, cell.size)
            )
            if covered < cell.size:
                goal = equal(cell.value, 0, 8 * cell.size)
                self._prover.require(self._heap, goal, f"the bytes at offset {offset} are not known to be zero")

    # Segments ---------------------------------------------------------------------------------------------------------

    def _take_segment(self, wanted: Segment, binding: Mapping[Term, Value], moves: tuple[Move, ...]) -> None:
        """Walk from the front of a wanted segment to its end."""
        for value in values_of(wanted):
            self._bound(value, binding)
        goal = renamed_atom(wanted, binding)
        assert isinstance(goal, Segment)
        pointer = goal.pattern.pointer
        at, prev, least = goal.front, goal.prev, 0
        length: Value | None = 0
        for move in moves:
            if isinstance(move, Whole):
                part = self._part(goal, at, prev, move.atom)
                at, prev, least = part.next, part.back, least + part.least
                length = _sum(length, part.length, pointer)
            else:
                at, prev = self._item(goal, at, prev, move)
                least += 1
                length = _sum(length, 1, pointer)
        self._equal(goal.next, at, pointer, "the end of a list")
        if goal.back is not None:
            assert prev is not None
            self._equal(goal.back, prev, pointer, "the back of a list")
        require(least >= goal.least, "a list may have too few items")
        if goal.length is not None:
            require(length is not None, "a list of unknown length")
            assert length is not None
            self._equal(goal.length, length, pointer, "the length of a list")

    def _part(self, wanted: Segment, at: Value, prev: Value | None, number: int) -> Segment:
        given = self._atom(number)
        require(isinstance(given, Segment), "an object is taken for a segment")
        assert isinstance(given, Segment)
        pattern, pointer = wanted.pattern, wanted.pattern.pointer
        require(given.pattern == pattern or self._lemmas(given.pattern, pattern), "a list of other items")
        self._equal(at, given.front, pointer, "the front of a list")
        if prev is not None:
            require(given.prev is not None, "a list without back links")
            assert given.prev is not None
            self._equal(prev, given.prev, pointer, "the item before a list")
        require(len(given.shared) >= len(wanted.shared), "a list whose items have less in common")
        for mine, theirs in zip(wanted.shared, given.shared, strict=False):
            self._equal(mine, theirs, pointer, "what items have in common")
        return given

    def _equal(self, a: Value, b: Value, size: int, what: str) -> None:
        self._prover.require(self._heap, equal(a, b, 8 * size), f"{what}: {b} is not known to be {a}")

    def _item(self, wanted: Segment, at: Value, prev: Value | None, move: Item) -> tuple[Value, Value | None]:
        """Take one item; return the front and the predecessor of the rest."""
        pattern = wanted.pattern
        pointer, width = pattern.pointer, 8 * pattern.pointer
        base = plus(at, -pattern.entry, width)
        binding = {**move.binding, **arguments(wanted, base, prev)}
        following = binding.get(parameter("next", pointer))
        require(following is not None, "an item without a link")
        assert following is not None
        fits(following, width)
        self._take_all(pattern.atoms, binding, move.atoms)
        for fact in pattern.pure:
            self._fact(fact, binding)
        return following, None if prev is None else plus(base, pattern.back_entry, width)


def _sum(a: Value | None, b: Value | None, pointer: int) -> Value | None:
    """Return the total length of two lists, if both are known."""
    return None if a is None or b is None else binary(Op.BVADD, 8 * pointer, a, b)


def arguments(segment: Segment, base: Value, prev: Value | None) -> dict[Term, Value]:
    """Return the parameters of an item that its segment determines: all except its link and its own."""
    pointer = segment.pattern.pointer
    result: dict[Term, Value] = {parameter("base", pointer): base}
    if prev is not None:
        result[parameter("prev", pointer)] = prev
    for number, value in enumerate(segment.shared):
        result[parameter(f"shared{number}", pointer)] = value
    return result

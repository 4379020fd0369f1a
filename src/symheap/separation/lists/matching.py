"""Match one atom of the right heap with the atoms at its address on the left."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symheap.core.terms import Term, Value
from symheap.separation.execution.unfolding import arguments_of
from symheap.separation.heaps.formula import Atom, Object, Segment
from symheap.separation.heaps.renaming import renamed_atom
from symheap.separation.lists.case import (
    Case,
    Comparison,
    by_emptiness,
    by_equality,
    equated,
    excludes_items,
    facts_of,
    first_unfolded,
    last_unfolded,
    told_apart,
)
from symheap.separation.lists.covering import Cover, cover
from symheap.separation.lists.normal import Owners, is_apart


@dataclass(frozen=True, slots=True)
class Next:
    """The case holds if and only if this one does."""

    case: Case


@dataclass(frozen=True, slots=True)
class Split:
    """The case holds if and only if all of these do."""

    cases: list[Case]


@dataclass(frozen=True, slots=True)
class Choice:
    """The case holds if one of these does."""

    ways: list[Case]


HOLDS = Split([])
"""Nothing is left to show."""
Step = Next | Split | Choice | None
"""None: the case does not hold."""


def leftover(case: Case) -> Step:
    """Return the step when nothing is left to match: every atom on the left is matched or empty."""
    for index, atom in enumerate(case.heap.atoms):
        if not case.used[index]:
            if isinstance(atom, Object) or atom.least:
                return None
            return Split(by_emptiness(case, index))
    return HOLDS


def compared(case: Case, owners: Owners, wanted: Comparison) -> Step:
    """Return the step that shows an equation or a disequation of the right heap."""
    is_same = wanted.one is wanted.other
    if wanted.is_equal is is_same and (is_same or is_apart(case, owners, wanted.one, wanted.other)):
        assert case.goal is not None
        rest = tuple(each for each in case.goal.comparisons if each is not wanted)
        return Next(replace(case, goal=replace(case.goal, comparisons=rest)))
    return None if wanted.is_equal or is_same else Split(by_equality(case, wanted.one, wanted.other))


def advanced(case: Case, owners: Owners, number: int) -> Step:
    """Return the step that matches the atom `number` of the right heap."""
    assert case.goal is not None
    wanted = case.goal.atoms[number]
    here = _Matching(case, owners, number)
    return here.object(wanted) if isinstance(wanted, Object) else here.segment(wanted)


class _Matching:
    """The match of one atom of the right heap, in one case."""

    def __init__(self, case: Case, owners: Owners, number: int) -> None:
        self._case = case
        self._owners = owners
        self._number = number

    def _with_goal(self, case: Case, *atoms: Atom) -> Case:
        """Return a case with other atoms in the place of the one that is matched."""
        assert case.goal is not None
        rest = (*case.goal.atoms[: self._number], *atoms, *case.goal.atoms[self._number + 1 :])
        return replace(case, goal=replace(case.goal, atoms=rest))

    def _index_at(self, address: Value, end: Value | None = None) -> int | None:
        """Return the unmatched atom that has an item at an address, if it has any.

        Certain ones come first, then a list from that address to `end`, which needs no case split.
        """
        found: int | None = None
        for index, atom in enumerate(self._case.heap.atoms):
            if self._case.used[index]:
                continue
            if isinstance(atom, Object):
                if atom.base is address:
                    return index
            elif atom.front is address or atom.back is address:
                if atom.least:
                    return index
                if found is None or (atom.front is address and atom.next is end):
                    found = index
        return found

    def _exposed(self, index: int, address: Value) -> Step:
        """Return the step that makes the item of a segment at an address an object."""
        segment = self._case.segment(index)
        if not segment.least:
            return Split(by_emptiness(self._case, index))
        unfolded = first_unfolded if segment.front is address else last_unfolded
        return Next(unfolded(self._case, index))

    # Objects ----------------------------------------------------------------------------------------------------------

    def object(self, wanted: Object) -> Step:
        index = self._index_at(wanted.base)
        if index is None:
            return None
        thing = self._case.heap.atoms[index]
        if isinstance(thing, Segment):
            return self._exposed(index, wanted.base)
        if any(cell.value is not thing.cells[offset].value for offset, cell in wanted.cells.items()):
            return None
        return Next(self._with_goal(self._case.with_used(index)))

    # Segments ---------------------------------------------------------------------------------------------------------

    def segment(self, wanted: Segment) -> Step:
        is_closed = wanted.front is wanted.next and wanted.prev is wanted.back
        if excludes_items(wanted) or wanted.front == 0:
            return Next(self._with_goal(self._case)) if is_closed and not wanted.least else None
        index = self._index_at(wanted.front, wanted.next)
        if is_closed and not wanted.least:
            return self._cycle(wanted, index)
        if index is None:
            return None
        thing = self._case.heap.atoms[index]
        if isinstance(thing, Object):
            return self._item(wanted, index, thing)
        if thing.front is wanted.front and (thing.least or not wanted.least):
            return self._covered(wanted, index, thing)
        return self._exposed(index, wanted.front)

    def _cycle(self, wanted: Segment, index: int | None) -> Step:
        """Return the step for a list that ends where it begins: it is empty, or it is a cycle."""
        empty = self._with_goal(self._case)
        if index is None:
            return Next(empty)
        atom = self._case.heap.atoms[index]
        if isinstance(atom, Segment) and not atom.least:
            return Split(by_emptiness(self._case, index))
        return Choice([empty, self._with_goal(self._case, replace(wanted, least=1))])

    def _covered(self, wanted: Segment, index: int, segment: Segment) -> Step:
        """Return the step that matches a segment of the left heap, as a whole if possible."""
        found = cover(self._case, self._owners, wanted, index)
        rest = replace(wanted, front=segment.next, prev=segment.back, least=0)
        outside = self._with_goal(self._case.with_used(index), rest)
        if found is Cover.YES:
            return Next(outside) if _is_acyclic(wanted) else Split([outside])
        if found is Cover.NO:
            return self._exposed(index, wanted.front)
        if isinstance(found, tuple):
            cases: list[Case] = []
            outsides = [outside]
            for doubt in found:
                cases += [*equated(self._case, wanted.front, doubt), *_inside(self._case, index, doubt)]
                outsides = [new for old in outsides for new in told_apart(old, wanted.front, doubt)]
            return Split([*cases, *outsides])
        return Split(found) if isinstance(found, list) else None

    def _is_nonempty(self, wanted: Segment) -> bool:
        if wanted.least or is_apart(self._case, self._owners, wanted.front, wanted.next):
            return True
        prev, back = wanted.prev, wanted.back
        return prev is not None and back is not None and is_apart(self._case, self._owners, prev, back)

    def _item(self, wanted: Segment, index: int, thing: Object) -> Step:
        """Return the step that matches the first item of a segment with an object."""
        if not self._is_nonempty(wanted):
            return Split(by_equality(self._case, wanted.front, wanted.next))
        for about, number in facts_of(wanted.pattern):
            value = thing.base if about == "base" else wanted.prev
            assert value is not None
            if not is_apart(self._case, self._owners, value, wanted.shared[number]):
                return Split(by_equality(self._case, value, wanted.shared[number]))
        values = _values(wanted, thing)
        if values is None:
            return None
        atoms = [_instance(atom, values) for atom in wanted.pattern.atoms[1:]]
        following = thing.cells[wanted.pattern.link].value
        prev = None if wanted.prev is None else thing.base
        rest = replace(wanted, front=following, prev=prev, least=0)
        if any(atom is None for atom in atoms):
            return Next(replace(self._case, goal=None))
        known = tuple(atom for atom in atoms if atom is not None)
        return Next(self._with_goal(self._case.with_used(index), *known, rest))


def _is_acyclic(wanted: Segment) -> bool:
    """Whether no item is at the end of the list, so that at most one part of a heap is this list."""
    facts = facts_of(wanted.pattern)
    return any(about == "base" and wanted.shared[number] is wanted.next for about, number in facts)


def _values(wanted: Segment, thing: Object) -> dict[Term, Value] | None:
    """Return the parameters of the pattern for an object as an item; None if its fields do not match."""
    node = wanted.pattern.atoms[0]
    assert isinstance(node, Object)
    if node.name != thing.name:
        return None
    following = thing.cells[wanted.pattern.link].value
    values = arguments_of(wanted, thing.base, following, wanted.prev)
    for offset, cell in node.cells.items():
        value = thing.cells[offset].value
        known = values.setdefault(cell.value, value) if isinstance(cell.value, Term) else cell.value
        if known is not value:
            return None
    return values


def _instance(atom: Atom, values: dict[Term, Value]) -> Atom | None:
    """Return an atom of an item, or None if it is an object at nil."""
    if isinstance(atom, Object) and values.get(atom.base) == 0:
        return None
    return renamed_atom(atom, values)


def _inside(case: Case, index: int, address: Value) -> list[Case]:
    """Return the case in which an item of a segment, but not its first one, is at an address."""
    segment = case.segment(index)
    heap, prev = case.heap, None
    if segment.back is not None:
        heap, prev = heap.fresh(segment.pattern.pointer)
    before = replace(segment, next=address, back=prev, least=1)
    after = replace(segment, front=address, prev=prev, least=1)
    return [replace(case, heap=heap).with_atoms(index, before, after)]

"""The cases of an entailment.

case  ::=  left heap, with a part that is already matched  ⊢  the atoms of the right heap that remain
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from symheap.core.substitution import substituted
from symheap.core.terms import Term, Value, eq, not_
from symheap.separation.execution.unfolding import unfold_first, unfold_last
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.separation.heaps.renaming import renamed, renamed_atom


@dataclass(frozen=True, slots=True)
class Comparison:
    """An equation or a disequation of the right heap."""

    is_equal: bool
    one: Value
    other: Value


@dataclass(frozen=True, slots=True)
class Goal:
    """What remains to be shown of the right heap."""

    atoms: tuple[Atom, ...] = ()
    comparisons: tuple[Comparison, ...] = ()

    def renamed(self, old: Term, new: Value) -> Goal | None:
        """Return the goal with a value in the place of a symbol; None if no heap satisfies it."""
        if new == 0 and any(isinstance(atom, Object) and atom.base is old for atom in self.atoms):
            return None
        mapping = {old: new}
        atoms = (renamed_atom(atom, mapping) for atom in self.atoms)
        comparisons = (
            Comparison(each.is_equal, substituted(each.one, mapping), substituted(each.other, mapping))
            for each in self.comparisons
        )
        return Goal(tuple(atom for atom in atoms if atom is not None), tuple(comparisons))


@dataclass(frozen=True, slots=True)
class Case:
    """One case.  `used` says which atoms of `heap` are matched: they only give facts about addresses.

    If `goal` is None, no heap satisfies the right side.
    """

    heap: SymbolicHeap
    used: tuple[bool, ...]
    goal: Goal | None

    def with_heap(self, index: int, heap: SymbolicHeap) -> Case:
        """Return the case for a heap with other atoms in the place of one, which are matched if that was."""
        count = len(heap.atoms) - len(self.heap.atoms) + 1
        used = self.used[:index] + (self.used[index],) * count + self.used[index + 1 :]
        return Case(heap, used, self.goal)

    def with_atoms(self, index: int, *atoms: Atom) -> Case:
        """Return the case with other atoms in the place of one."""
        old = self.heap.atoms
        return self.with_heap(index, replace(self.heap, atoms=old[:index] + atoms + old[index + 1 :]))

    def with_used(self, index: int) -> Case:
        return replace(self, used=(*self.used[:index], True, *self.used[index + 1 :]))

    def segment(self, index: int) -> Segment:
        atom = self.heap.atoms[index]
        assert isinstance(atom, Segment)
        return atom


# Cases that cover a case together, each perhaps without models --------------------------------------------------------


def equated(case: Case, a: Value, b: Value) -> list[Case]:
    """Return the case in which two values are equal, or none."""
    if a is b:
        return [case]
    old, new = _replacement(a, b)
    if not isinstance(old, Term):
        return []
    if new == 0 and any(isinstance(atom, Object) and atom.base is old for atom in case.heap.atoms):
        return []
    heap = renamed(case.heap, {old: new})
    goal = None if case.goal is None else case.goal.renamed(old, new)
    return [] if heap is None else [Case(heap, case.used, goal)]


def told_apart(case: Case, a: Value, b: Value) -> list[Case]:
    """Return the case in which two values differ, or none."""
    fact = not_(eq(a, b))
    if not isinstance(fact, Term):
        return [case] if fact else []
    return [replace(case, heap=replace(case.heap, pure=case.heap.pure | {fact}))]


def emptied(case: Case, index: int) -> list[Case]:
    """Return the case in which a segment has no item, or none."""
    segment = case.segment(index)
    if segment.least:
        return []
    found = equated(case.with_atoms(index), segment.front, segment.next)
    if segment.prev is None or segment.back is None or not found:
        return found
    old, new = _replacement(segment.front, segment.next)
    prev, back = (new if each is old else each for each in (segment.prev, segment.back))
    return equated(found[0], prev, back)


def _replacement(a: Value, b: Value) -> tuple[Value, Value]:
    """Return which of two values `equated` replaces, and by what."""
    return (a, b) if isinstance(a, Term) else (b, a)


def filled(case: Case, index: int) -> list[Case]:
    """Return the case in which a segment has an item."""
    segment = case.segment(index)
    return [case if segment.least else case.with_atoms(index, replace(segment, least=1))]


def by_emptiness(case: Case, index: int) -> list[Case]:
    return [*emptied(case, index), *filled(case, index)]


def by_equality(case: Case, a: Value, b: Value) -> list[Case]:
    return [*equated(case, a, b), *told_apart(case, a, b)]


def first_unfolded(case: Case, index: int) -> Case:
    """Return the case with the first item of a nonempty segment as objects."""
    return case.with_heap(index, unfold_first(case.heap, case.segment(index)))


def last_unfolded(case: Case, index: int) -> Case:
    """Return the case with the last item of a nonempty segment as objects."""
    return case.with_heap(index, unfold_last(case.heap, case.segment(index)))


# Facts of patterns ----------------------------------------------------------------------------------------------------


@cache
def facts_of(pattern: Pattern) -> tuple[tuple[str, int], ...]:
    """Return the facts of a pattern: a value of each item, ``base`` or ``prev``, and the shared value that differs."""
    numbers = {parameter(f"shared{number}", pattern.pointer): number for number in range(pattern.shared)}
    found: list[tuple[str, int]] = []
    for fact in pattern.pure:
        (equation,) = fact.args
        assert isinstance(equation, Term)
        is_base = parameter("base", pattern.pointer) in equation.args
        number = next(numbers[each] for each in equation.args if isinstance(each, Term) and each in numbers)
        found.append(("base" if is_base else "prev", number))
    return tuple(sorted(found))


def excludes_items(segment: Segment) -> bool:
    """Whether the facts of the pattern exclude a first or a last item."""
    for about, number in facts_of(segment.pattern):
        ends = (segment.prev,) if about == "prev" else (segment.front, segment.back)
        if any(end is not None and end is segment.shared[number] for end in ends):
            return True
    return False

"""The consequences of a symbolic heap: pure formulas that follow from it, and the heaps after assuming one.

Rule: [SLAyer] section 2: the pure part is passed to the solver; what `*` says of addresses is read off the atoms first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum

from symheap.core.deadline import tick
from symheap.core.outcome import Unsat
from symheap.core.terms import Op, Term, Value, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.walk import symbols
from symheap.separation.heaps.addresses import inside, is_apart
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap, split
from symheap.separation.heaps.guarded import tied
from symheap.separation.heaps.lengths import length_facts
from symheap.separation.heaps.renaming import renamed
from symheap.solver.api import Query, Solver
from symheap.solver.path import EMPTY_PATH

_MANY_BASES = 6


class Truth(Enum):
    """Whether a formula follows (YES), its negation follows (NO), or neither is known (MAYBE)."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"

    def __invert__(self) -> Truth:
        return {Truth.YES: Truth.NO, Truth.NO: Truth.YES, Truth.MAYBE: Truth.MAYBE}[self]


def truth(value: bool) -> Truth:
    return Truth.YES if value else Truth.NO


class Logic:
    """Decides with one solver.  Its answer unknown becomes MAYBE, in one place: `_refuted`."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._known: dict[tuple[frozenset[Term], Term], Truth] = {}

    # Deciding ---------------------------------------------------------------------------------------------------------

    def holds(self, heap: SymbolicHeap, goal: Value) -> Truth:
        """Decide `goal`.

        Law: if YES, every model of `heap` satisfies `goal`; if NO, none does.
        """
        if not isinstance(goal, Term):
            return truth(bool(goal))
        if goal in heap.pure:
            return Truth.YES
        if goal.op is Op.NOT:
            return ~self.holds(heap, goal.args[0])
        if not_(goal) in heap.pure:
            return Truth.NO
        if goal.op is Op.EQ and is_apart(heap, *goal.args):
            return Truth.NO
        if goal.op is Op.AND or goal.op is Op.OR:
            parts = self._connected(heap, goal)
            if parts is not Truth.MAYBE:
                return parts
        return self._asked(heap, goal)

    def follows(self, heap: SymbolicHeap, goal: Value) -> bool:
        return self.holds(heap, goal) is Truth.YES

    def _connected(self, heap: SymbolicHeap, goal: Term) -> Truth:
        settling = Truth.NO if goal.op is Op.AND else Truth.YES
        outcomes = {self.holds(heap, part) for part in goal.args}
        return settling if settling in outcomes else Truth.MAYBE if Truth.MAYBE in outcomes else ~settling

    def _asked(self, heap: SymbolicHeap, goal: Term) -> Truth:
        facts = _relevant(heap, goal)
        if not facts and all(_is_free_equation(part) for part in (goal,)):
            return Truth.MAYBE
        known = self._known.get((facts, goal))
        if known is None:
            known = self._decided(facts, goal)
            self._known[facts, goal] = known
        return known

    def _decided(self, facts: frozenset[Term], goal: Term) -> Truth:
        if self._refuted(facts, not_(goal)):
            return Truth.YES
        return Truth.NO if self._refuted(facts, goal) else Truth.MAYBE

    def _refuted(self, facts: frozenset[Term], goal: Value) -> bool:
        """Whether `goal` is known to be impossible.  Unknown does not count."""
        path = EMPTY_PATH
        for fact in sorted(facts, key=lambda term: term.id):
            path = path.assume(fact, None)
        return isinstance(self._solver.check(Query(path, goal)), Unsat)

    def is_consistent(self, heap: SymbolicHeap) -> bool:
        """Whether `heap` may have a model: False only if it has none."""
        for fact in heap.pure:
            if fact.op is Op.NOT and isinstance(fact.args[0], Term) and fact.args[0].op is Op.EQ:
                a, b = fact.args[0].args
                if a is b:
                    return False
            if fact.op is Op.EQ and is_apart(heap, *fact.args):
                return False
        return all(self.holds(replace(heap, pure=heap.pure - {fact}), fact) is not Truth.NO for fact in heap.pure)

    # Assuming ---------------------------------------------------------------------------------------------------------

    def assume(self, heap: SymbolicHeap, condition: Value) -> list[SymbolicHeap]:
        """Return heaps whose models together are those of `heap` that satisfy `condition`."""
        decided = self.holds(heap, condition)
        if decided is not Truth.MAYBE:
            return [heap] if decided is Truth.YES else []
        assert isinstance(condition, Term)
        if condition.op is Op.AND:
            return self._assume_all(heap, condition.args)
        if condition.op is Op.OR:
            return self._assume_some(heap, condition.args)
        if condition.op is Op.EQ:
            return self.equate(heap, *condition.args)
        negated = condition.args[0] if condition.op is Op.NOT else None
        if isinstance(negated, Term) and negated.op is Op.AND:
            return self._assume_some(heap, tuple(not_(part) for part in negated.args))
        if isinstance(negated, Term) and negated.op is Op.OR:
            return self._assume_all(heap, tuple(not_(part) for part in negated.args))
        return self.settle(replace(heap, pure=heap.pure | {condition}))

    def _assume_all(self, heap: SymbolicHeap, parts: tuple[Value, ...]) -> list[SymbolicHeap]:
        """Assume one condition after the other."""
        travelling, names = carrying(heap, parts)
        heaps = [travelling]
        for name in names:
            heaps = [new for old in heaps for new in self.assume(old, old.roots[name])]
        return [new.without_roots(names) for new in heaps]

    def _assume_some(self, heap: SymbolicHeap, parts: tuple[Value, ...]) -> list[SymbolicHeap]:
        """Assume the first part, or not the first but the second, …"""
        heaps: list[SymbolicHeap] = []
        before: tuple[Value, ...] = ()
        for part in parts:
            heaps += self._assume_all(heap, (*before, part))
            before = (*before, not_(part))
        return heaps

    def equate(self, heap: SymbolicHeap, a: Value, b: Value) -> list[SymbolicHeap]:
        """Return the heaps in which two values are equal; a symbol is eliminated if possible."""
        equation = eq(a, b)
        decided = self.holds(heap, equation)
        if decided is not Truth.MAYBE:
            return [heap] if decided is Truth.YES else []
        assert isinstance(equation, Term)
        bases = {atom.base for atom in heap.atoms if isinstance(atom, Object)}
        solution = _solved(equation, bases, heap)
        if solution is None:
            return self.settle(replace(heap, pure=heap.pure | {equation}))
        symbol, value = solution
        new = renamed(heap, {symbol: value})
        return [] if new is None else self.settle(new)

    # Normal form ------------------------------------------------------------------------------------------------------

    def settle(self, heap: SymbolicHeap) -> list[SymbolicHeap]:
        """Return heaps with the same models, in normal form: empty atoms removed, certain ones marked as such."""
        for fact in heap.pure:
            if fact.op is Op.EQ and _solved(fact, _bases(heap), heap) is not None:
                return self.equate(replace(heap, pure=heap.pure - {fact}), *fact.args)
            if fact.op is Op.EQ and is_apart(heap, *fact.args):
                return []
        for atom in heap.atoms:
            settled = self._settled_segment if isinstance(atom, Segment) else self._settled_object
            changed = settled(heap, atom)  # type: ignore[arg-type]
            if changed is not None:
                return [new for other in changed for new in self.settle(other)]
        return [heap]

    def _settled_object(self, heap: SymbolicHeap, thing: Object) -> list[SymbolicHeap] | None:
        """Return the heaps for an optional object whose existence is decided by facts; None if nothing changes."""
        if not thing.optional:
            return None
        is_linked = any(thing.base in symbols(fact) and len(symbols(fact)) > 1 for fact in heap.pure)
        is_null = self.holds(heap, eq(thing.base, 0)) if is_linked else Truth.MAYBE
        if is_null is Truth.YES:
            without = renamed(heap, {thing.base: 0})
            return [] if without is None else [without]
        if is_null is Truth.NO or not_(eq(thing.base, 0)) in heap.pure:
            new = heap.replaced(thing, replace(thing, optional=False))
            return self._placed(replace(new, pure=new.pure - {_nonzero(thing.base)}), thing.base)
        return None

    def _placed(self, heap: SymbolicHeap, base: Term) -> list[SymbolicHeap]:
        """Return the heaps in which the values that are known to be the address of an object are its base."""
        bases = _bases(heap)
        same = [each for each in tied(heap.pure, base) if each not in bases and self.follows(heap, eq(each, base))]
        new = renamed(heap, dict.fromkeys(same, base)) if same else heap
        return [] if new is None else [new]

    def _settled_segment(self, heap: SymbolicHeap, segment: Segment) -> list[SymbolicHeap] | None:
        """Return the heaps for a segment whose emptiness is decided; None if nothing changes."""
        rest = heap.without_atom(segment)
        ends = (segment.front,) if segment.back is None else (segment.front, segment.back)
        if any(_is_none(end) for end in ends) or _is_taken(rest, segment):
            return [] if segment.least > 0 else self.emptied(heap, segment)
        is_empty = self._is_empty(rest, segment)
        is_none = self._has_none(heap, segment)
        if is_none is Truth.YES:
            return [] if segment.least > 0 else self.emptied(heap, segment)
        if is_none is Truth.NO and segment.least == 0:
            return [heap.replaced(segment, replace(segment, least=1))]
        if is_empty is Truth.NO and segment.least == 0:
            return [heap.replaced(segment, replace(segment, least=1))]
        if is_empty is Truth.YES and segment.least == 0:
            cyclic = heap.replaced(segment, replace(segment, least=1))
            return [*self.emptied(heap, segment), *([cyclic] if segment.front == segment.next else [])]
        return None

    def _has_none(self, heap: SymbolicHeap, segment: Segment) -> Truth:
        """Return whether the length of a segment is zero."""
        return Truth.MAYBE if segment.length is None else self.holds(heap, eq(segment.length, 0))

    def _is_empty(self, rest: SymbolicHeap, segment: Segment) -> Truth:
        """Return YES if the ends of a segment meet; NO if they cannot, which proves that there is an item between."""
        if segment.front is segment.next:
            return Truth.YES
        ends = eq(segment.front, segment.next)
        if not isinstance(ends, Term):
            return truth(bool(ends))
        if not_(ends) in rest.pure or is_apart(rest, segment.front, segment.next):
            return Truth.NO
        if segment.prev is not None and segment.back is not None:
            sides = eq(segment.prev, segment.back)
            if sides is False or not_(sides) in rest.pure or is_apart(rest, segment.prev, segment.back):
                return Truth.NO
        return Truth.MAYBE

    def emptied(self, heap: SymbolicHeap, segment: Segment) -> list[SymbolicHeap]:
        """Return the heaps in which `segment` has no item."""
        if segment.least > 0:
            return []
        sides = (segment.prev, segment.back) if segment.prev is not None and segment.back is not None else (0, 0)
        rest, names = carrying(heap.without_atom(segment), (*sides, segment.length or 0))
        prev, back, length = names
        heaps = self.equate(rest, segment.front, segment.next)
        heaps = [new for old in heaps for new in self.equate(old, old.roots[prev], old.roots[back])]
        heaps = [new for old in heaps for new in self.equate(old, old.roots[length], 0)]
        return [new.without_roots(names) for new in heaps]

    def filled(self, heap: SymbolicHeap, segment: Segment) -> list[SymbolicHeap]:
        """Return the heaps in which `segment` has an item."""
        if segment.least > 0:
            return [heap]
        return self.settle(heap.replaced(segment, replace(segment, least=1)))


def carrying(heap: SymbolicHeap, values: Iterable[Value]) -> tuple[SymbolicHeap, tuple[str, ...]]:
    """Return `heap` with `values` as roots of new names, so that changes of its symbols also apply to them."""
    prefix = f"!{len(heap.roots)}."
    names: list[str] = []
    for number, value in enumerate(values):
        names.append(f"{prefix}{number}")
        heap = heap.with_root(names[-1], value)
    return heap, tuple(names)


def _bases(heap: SymbolicHeap) -> set[Term]:
    return {atom.base for atom in heap.atoms if isinstance(atom, Object)}


def _nonzero(base: Term) -> Term:
    fact = not_(eq(base, 0))
    assert isinstance(fact, Term)
    return fact


def _is_none(end: Value) -> bool:
    """Whether no node contains `end`: it is null, or null up to an offset."""
    base, number = split(end)
    return base is None and -4096 < number < 4096


def _is_taken(rest: SymbolicHeap, segment: Segment) -> bool:
    """Whether another atom occupies the bytes that the first or the last node of a segment would have."""
    if inside(rest, segment.front) is not None:
        return True
    return segment.back is not None and segment.pattern.back is not None and inside(rest, segment.back) is not None


def _solved(equation: Term, bases: set[Term], heap: SymbolicHeap) -> tuple[Term, Value] | None:
    """Return a symbol and the value that an equation gives it.

    The base of an object is replaced only if the object is optional and becomes null.
    """
    a, b = equation.args
    x, c = split(a)
    y, d = split(b)
    for symbol, number, other in ((x, c, b), (y, d, a)):
        if symbol is None or symbol.op is not Op.SYM or symbol in symbols(other):
            continue
        if symbol in bases and not _may_vanish(heap, symbol, other):
            continue
        return symbol, bitvector(Op.BVSUB, symbol.sort.width, other, number)
    return None


def _may_vanish(heap: SymbolicHeap, base: Term, value: Value) -> bool:
    """Whether an object is optional and `value` means that it does not exist."""
    return value == 0 and any(isinstance(atom, Object) and atom.base is base and atom.optional for atom in heap.atoms)


def _is_free_equation(goal: Term) -> bool:
    """Whether an equation has a side that is a symbol of its own: nothing can be concluded without facts."""
    if goal.op is not Op.EQ:
        return False
    a, b = goal.args
    return any(
        isinstance(one, Term) and one.op is Op.SYM and one not in symbols(other) for one, other in ((a, b), (b, a))
    )


def _relevant(heap: SymbolicHeap, goal: Term) -> frozenset[Term]:
    """Return the pure facts that share symbols with `goal`, directly or not, and the facts of `*` on their bases."""
    about = set(symbols(goal))
    facts: set[Term] = set()
    waiting = [*heap.pure, *length_facts(heap)]
    grew = True
    while grew:
        tick()
        grew = False
        for fact in waiting[:]:
            if not symbols(fact).isdisjoint(about):
                waiting.remove(fact)
                facts.add(fact)
                about |= symbols(fact)
                grew = True
    return frozenset(facts | _facts_of_objects(heap, about))


def _facts_of_objects(heap: SymbolicHeap, about: set[Term]) -> set[Term]:
    """Return the facts of objects: none is at null or wraps around, and no two overlap."""
    present = [
        atom
        for atom in heap.atoms
        if isinstance(atom, Object) and not atom.optional and atom.base in about and isinstance(atom.size, int)
    ]
    facts: set[Term] = set()
    for thing in present:
        width = thing.base.sort.width
        assert isinstance(thing.size, int)
        facts.add(_nonzero(thing.base))
        _add(facts, not_(bitvector(Op.BVULT, width, -max(thing.size, 1), thing.base)))
    for number, one in enumerate(present[:_MANY_BASES]):
        for other in present[:number]:
            _add(facts, not_(eq(one.base, other.base)))
    for atom in heap.atoms:
        if isinstance(atom, Segment) and split(atom.front)[0] in about and is_apart(heap, atom.front, 0):
            _add(facts, not_(eq(atom.front, 0)))
    return facts


def _add(facts: set[Term], fact: Value) -> None:
    if isinstance(fact, Term):
        facts.add(fact)

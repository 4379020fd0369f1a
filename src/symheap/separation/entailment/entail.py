"""Entailment between symbolic heaps, by matching from the roots; unmatched atoms are the frame.

Law: if ``entails(P, Q)``, every model of P is a model of Q.  The converse does not hold: False refutes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

import immutables

from symheap.core.deadline import tick
from symheap.core.origin import Origin
from symheap.core.substitution import substituted
from symheap.core.terms import Op, Sort, Term, Value, eq, not_, symbol
from symheap.core.theories.bitvectors import bitvector, extend
from symheap.core.walk import symbols
from symheap.separation.entailment.logic import Logic, Truth
from symheap.separation.execution.unfolding import arguments_of, shifted, unfold_first, unfold_last
from symheap.separation.heaps.addresses import Spot, Which, spots
from symheap.separation.heaps.cells import read
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap, is_ended, split
from symheap.separation.heaps.lengths import ONE, Count, count_of, symbols_of_lengths
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.separation.heaps.renaming import renamed_atom, values_of

Binding = immutables.Map[Term, Value]
_MOST_SPLITS = 6
_MOST_STEPS = 300
"""Limit of matching: consecutive lists that may be empty match in very many ways, and found proofs are short."""


@dataclass(frozen=True, slots=True)
class Match:
    """Symbols of Q as values of P (`binding`), with the atoms of P that were matched (`used`).

    `whole` is P, perhaps with segments unfolded: it keeps every atom, since used ones also give facts about addresses.
    `equations` pair a term over Q with a value of P, to be checked when the term's symbols are bound.
    """

    whole: SymbolicHeap
    used: frozenset[Atom] = frozenset()
    binding: Binding = immutables.Map()
    equations: tuple[tuple[Value, Value], ...] = ()

    @property
    def frame(self) -> tuple[Atom, ...]:
        """Unmatched atoms of P, without the places of freed objects."""
        return tuple(atom for atom in self.whole.atoms if atom not in self.used and not is_ended(atom))


def entails(logic: Logic, p: SymbolicHeap, q: SymbolicHeap, splits: int = _MOST_SPLITS) -> bool:
    """Whether `p` is known to entail `q`, which has no roots that `p` lacks."""
    matcher = Matcher(logic)
    if any(not match.frame for match in matcher.matches(p, q)):
        return True
    if matcher.stuck is None or splits == 0:
        return False
    return all(entails(logic, case, q, splits - 1) for case in cases(logic, *matcher.stuck))


def cases(logic: Logic, heap: SymbolicHeap, atom: Atom) -> list[SymbolicHeap]:
    """Return the cases of a heap in which an atom exists and in which it does not."""
    same = next(other for other in heap.atoms if other == atom)
    if isinstance(same, Segment):
        return [*logic.emptied(heap, same), *logic.filled(heap, same)]
    is_null = eq(same.base, 0)
    return (
        [*logic.equate(heap, same.base, 0), *logic.settle(heap.replaced(same, replace(same, optional=False)))]
        if (logic.holds(heap, is_null) is Truth.MAYBE)
        else [heap]
    )


class Matcher:
    """Finds matches of heaps Q in heaps P.

    `stuck` is the first atom of P that may or may not exist and on which a match depended, with P at that moment
    (perhaps with segments unfolded).  An atom of P itself takes precedence over one that unfolding made.
    """

    def __init__(self, logic: Logic) -> None:
        self._logic = logic
        self._fresh = count()
        self._steps = count()
        self.stuck: tuple[SymbolicHeap, Atom] | None = None
        self._given = SymbolicHeap()
        self._lengths: frozenset[Term] = frozenset()

    def matches(self, p: SymbolicHeap, q: SymbolicHeap) -> Iterator[Match]:
        """Yield the ways to find `q` in `p`, with the rest of `p` as the frame."""
        start: Match | None = Match(p)
        self._given = p
        self._lengths = symbols_of_lengths(q.atoms)
        for name in sorted(q.roots):
            if name not in p.roots or start is None:
                return
            start = self.unified(start, q.roots[name], p.roots[name])
        if start is None:
            return
        for match in self.matched(start, q.atoms):
            if self._settles(match, q.pure):
                yield match
            elif not match.frame:
                self._doubts(match)

    def _settles(self, match: Match, facts: Iterable[Value]) -> bool:
        """Whether the postponed equations and the pure facts follow."""
        for term, value in match.equations:
            if not _is_bound(match, term):
                alike = _alike(match, term, value)
                if alike is None:
                    return False
                match = alike
            elif not self._logic.follows(match.whole, eq(substituted(term, match.binding), value)):
                return False
        return all(_is_bound(match, fact) and self._follows(match, substituted(fact, match.binding)) for fact in facts)

    def _follows(self, match: Match, fact: Value) -> bool:
        """Whether a fact follows from P before or after unfolding.

        Both have the same models, but which addresses differ may be easier to see in one of them.
        """
        return self._logic.follows(match.whole, fact) or self._logic.follows(self._given, fact)

    def unified(self, match: Match, theirs: Value, ours: Value) -> Match | None:
        """Return the match in which a value of Q is one of P; None if their widths differ.

        Values of different widths are never in the same slot.
        """
        if isinstance(theirs, Term) and isinstance(ours, Term) and theirs.sort is not ours.sort:
            return None
        term, number = split(theirs)
        if term is not None and term.op is Op.SYM and term not in match.binding:
            value = bitvector(Op.BVSUB, term.sort.width, ours, number)
            return replace(match, binding=match.binding.set(term, value))
        narrow = narrowed(theirs)
        if narrow is not None and narrow not in match.binding and narrow not in self._lengths:
            value = extend(ours, _width(theirs), narrow.sort.width, signed=False)
            return replace(match, binding=match.binding.set(narrow, value))
        if _is_bound(match, theirs):
            bound = substituted(theirs, match.binding)
            return match if self._logic.follows(match.whole, eq(bound, ours)) else None
        return replace(match, equations=(*match.equations, (theirs, ours)))

    def _unified_all(self, match: Match | None, pairs: Iterator[tuple[Value, Value]]) -> Match | None:
        for theirs, ours in pairs:
            if match is None:
                return None
            match = self.unified(match, theirs, ours)
        return match

    # Atoms ------------------------------------------------------------------------------------------------------------

    def matched(self, match: Match, atoms: tuple[Atom, ...]) -> Iterator[Match]:
        """Yield matches of all of `atoms`, those with a known place first; stop after `_MOST_STEPS`."""
        if next(self._steps) > _MOST_STEPS:
            return
        if not atoms:
            yield match
            return
        chosen = next((atom for atom in atoms if _is_anchored(match, atom)), None)
        if chosen is None:
            yield from self._absent(match, atoms)
            return
        rest = tuple(atom for atom in atoms if atom is not chosen)
        matches = self._object(match, chosen) if isinstance(chosen, Object) else self._segment(match, chosen)
        for new in matches:
            yield from self.matched(new, rest)

    def _absent(self, match: Match, atoms: tuple[Atom, ...]) -> Iterator[Match]:
        """Yield matches in which an unreached optional object is absent, then those in which it is some object.

        If it is absent any base will do, hence null.  Else only facts tell where it is: at an address that was matched,
        or where P has an optional object itself.
        """
        free = next((atom for atom in atoms if isinstance(atom, Object) and atom.optional), None)
        if free is None:
            return
        without = replace(match, binding=match.binding.set(free.base, 0))
        yield from self.matched(without, tuple(atom for atom in atoms if atom is not free))
        known = set(match.binding.values())
        for atom in match.whole.atoms:
            if isinstance(atom, Object) and atom not in match.used and (atom.optional or atom.base in known):
                yield from self.matched(replace(match, binding=match.binding.set(free.base, atom.base)), atoms)

    def _object(self, match: Match, wanted: Object) -> Iterator[Match]:
        address = match.binding[wanted.base]
        if wanted.optional and self._logic.follows(match.whole, eq(address, 0)):
            yield match
            return
        for whole, thing in self._exposed(match, address):
            if thing.optional and not wanted.optional:
                self._is_stuck(replace(match, whole=whole), thing)
                continue
            new = self._same_object(replace(match, whole=whole), wanted, thing)
            if new is not None:
                yield new

    def _exposed(self, match: Match, address: Value) -> Iterator[tuple[SymbolicHeap, Object]]:
        """Yield the object of P at an address, if one exists; a segment that certainly has it is unfolded."""
        spot = self._spot(match, address)
        if spot is None:
            return
        if isinstance(spot.atom, Object):
            if spot.offset == 0:
                yield match.whole, spot.atom
            return
        if not spot.exists:
            self._is_stuck(match, spot.atom)
            return
        whole = (unfold_first if spot.which is Which.FIRST else unfold_last)(match.whole, spot.atom)
        if address in match.binding.values() and symbols(address) <= _symbols(whole):
            yield from self._exposed(replace(match, whole=whole), address)

    def _spot(self, match: Match, address: Value, which: Which | None = None) -> Spot | None:
        """Return where an address points among the unmatched atoms of P; with `which`, only at that end of segments."""
        candidates = (spot for spot in spots(match.whole, address) if spot.atom not in match.used)
        return next((spot for spot in candidates if which in (None, spot.which) or spot.which is Which.OBJECT), None)

    def _is_stuck(self, match: Match, atom: Atom) -> None:
        if self.stuck is None or (atom in self._given.atoms and self.stuck[1] not in self._given.atoms):
            self.stuck = match.whole, atom

    def _doubts(self, match: Match) -> None:
        """Mark a segment as stuck when only facts are missing: it may help to know whether it is empty."""
        for atom in match.whole.atoms:
            if isinstance(atom, Segment) and atom.least == 0:
                self._is_stuck(match, atom)

    def _same_object(self, match: Match, wanted: Object, thing: Object) -> Match | None:
        """Return the match in which an object of P is the one that Q requires: it says at least as much."""
        if wanted.lifetime is not thing.lifetime or (wanted.zero and not thing.zero):
            return None
        new = self.unified(replace(match, used=match.used | {thing}), wanted.size, thing.size)
        if new is None:
            return None
        if wanted.zero and not self._is_zero_beside(new, wanted, thing):
            return None
        for offset in sorted(wanted.cells):
            cell = wanted.cells[offset]
            value = read(thing, offset, cell.size)
            if value is None:
                if not self._has_bytes(new, thing, offset + cell.size):
                    return None
                whole, value = new.whole.fresh(cell.size)
                new = replace(new, whole=whole)
            unified = self.unified(new, cell.value, value)
            if unified is None:
                return None
            new = unified
        return new

    def _has_bytes(self, match: Match, thing: Object, size: int) -> bool:
        """Whether an object has at least `size` bytes, which may have any value."""
        width = thing.base.sort.width
        return self._logic.follows(match.whole, not_(bitvector(Op.BVULT, width, thing.size, size)))

    def _is_zero_beside(self, match: Match, wanted: Object, thing: Object) -> bool:
        """Whether the bytes that Q requires to be zero are zero in P."""
        return all(
            self._logic.follows(match.whole, eq(cell.value, 0))
            for offset, cell in thing.cells.items()
            if offset not in wanted.cells or wanted.cells[offset].size != cell.size
        )

    # Segments ---------------------------------------------------------------------------------------------------------

    def _segment(self, match: Match, wanted: Segment) -> Iterator[Match]:
        if _is_bound(match, wanted.front):
            start = substituted(wanted.front, match.binding)
            begun = match if wanted.prev is None else self._with_prev(match, wanted)
            if begun is not None:
                prev = None if wanted.prev is None else substituted(wanted.prev, begun.binding)
                yield from self._forward(begun, wanted, start, prev, Count())
            return
        assert wanted.back is not None
        last = self._with_next(match, wanted)
        if last is not None:
            at, following = (substituted(value, last.binding) for value in (wanted.back, wanted.next))
            yield from self._backward(last, wanted, at, following, Count())

    def _with_prev(self, match: Match, wanted: Segment) -> Match | None:
        """Return the match in which the predecessor of a segment has a value, if necessary from its first item."""
        assert wanted.prev is not None
        if _is_bound(match, wanted.prev):
            return match
        spot = self._spot(match, substituted(wanted.front, match.binding))
        if spot is None or wanted.pattern.back is None:
            return None
        if isinstance(spot.atom, Segment):
            return None if spot.atom.prev is None else self.unified(match, wanted.prev, spot.atom.prev)
        value = read(spot.atom, wanted.pattern.back, wanted.pattern.pointer)
        return None if value is None else self.unified(match, wanted.prev, value)

    def _forward(self, match: Match, wanted: Segment, at: Value, prev: Value | None, count: Count) -> Iterator[Match]:
        """Yield matches of the rest of a segment, whose front is at `at`, behind `count` items."""
        ends_here = self._ended(match, wanted, at, prev)
        is_known = _is_bound(match, wanted.next)
        if ends_here:
            ends_here = self._measured(ends_here, wanted, count)
        if ends_here and count.least < wanted.least:
            self._doubts(match)
            ends_here = None
        if ends_here and is_known:
            yield ends_here
        for new, following, before, more in self._items(match, wanted, at, prev):
            yield from self._forward(new, wanted, following, before, count.and_more(more, wanted.pattern.pointer))
        if is_known:
            return
        if ends_here:
            yield ends_here
        for new in self._with_last(match, at):
            yield from self._forward(new, wanted, at, prev, count)

    def _with_last(self, match: Match, at: Value) -> Iterator[Match]:
        """Yield the match in which a segment of P has its last item split off: the wanted segment may end there."""
        spot = self._spot(match, at)
        if spot is None or not isinstance(spot.atom, Segment) or spot.which is not Which.FIRST or not spot.exists:
            return
        if spot.atom.back is None or isinstance(spot.atom.back, Term):
            yield replace(match, whole=unfold_last(match.whole, spot.atom))

    def _ended(self, match: Match, wanted: Segment, at: Value, prev: Value | None) -> Match | None:
        ended = self.unified(match, wanted.next, at)
        if ended is None or prev is None or wanted.back is None:
            return ended
        return self.unified(ended, wanted.back, prev)

    def _measured(self, match: Match, wanted: Segment, count: Count) -> Match | None:
        """Return the match in which the length of a wanted segment equals the counted one."""
        if wanted.length is None:
            return match
        return None if count.length is None else self.unified(match, wanted.length, count.length)

    def _items(
        self, match: Match, wanted: Segment, at: Value, prev: Value | None
    ) -> Iterator[tuple[Match, Value, Value | None, Count]]:
        """Yield the ways to match items at `at`: match, address and back address after them, and their number."""
        pattern = wanted.pattern
        spot = self._spot(match, at)
        if spot is None:
            return
        if isinstance(spot.atom, Segment) and spot.which is Which.FIRST:
            new = self._whole_segment(match, wanted, spot.atom, at, prev)
            if new is not None:
                yield new, spot.atom.next, spot.atom.back, count_of(spot.atom)
                return
            if not spot.exists:
                self._is_stuck(match, spot.atom)
                return
        base, link, before = (self._parameter(pattern.pointer) for _ in range(3))
        address = shifted(at, -pattern.entry, pattern.pointer)
        item, facts = self._item(wanted, base, link, before)
        known = match.binding.update({base: address} if prev is None else {base: address, before: prev})
        for new in self.matched(replace(match, binding=known), item):
            if link in new.binding and self._settles(new, facts):
                back = None if prev is None else shifted(address, pattern.back_entry, pattern.pointer)
                yield new, new.binding[link], back, ONE

    def _whole_segment(
        self, match: Match, wanted: Segment, segment: Segment, at: Value, prev: Value | None
    ) -> Match | None:
        """Return the match in which a whole segment of P is part of the wanted one."""
        if segment.front != at or len(segment.shared) < len(wanted.shared):
            return None
        if segment.pattern != wanted.pattern and not pattern_entails(self._logic, segment.pattern, wanted.pattern):
            return None
        new: Match | None = replace(match, used=match.used | {segment})
        new = self._unified_all(new, zip(wanted.shared, segment.shared, strict=False))
        if new is None or prev is None or segment.prev is None:
            return new if (prev is None) == (segment.prev is None) else None
        return new if self._logic.follows(new.whole, eq(segment.prev, prev)) else None

    def _item(self, wanted: Segment, base: Term, link: Term, before: Term) -> tuple[tuple[Atom, ...], frozenset[Value]]:
        """Return the atoms and facts of an item, over these symbols and some of its own."""
        pattern = wanted.pattern
        arguments = arguments_of(wanted, base, link, before if pattern.back is not None else None)
        own = {each for atom in pattern.atoms for value in values_of(atom) for each in symbols(value)}
        for each in own - arguments.keys():
            arguments[each] = self._parameter(each.sort.width // 8)
        atoms = tuple(renamed_atom(atom, arguments) for atom in pattern.atoms)
        facts = frozenset(substituted(fact, arguments) for fact in pattern.pure)
        return tuple(atom for atom in atoms if atom is not None), facts

    def _parameter(self, size: int) -> Term:
        """Return a symbol of Q that is new to this matcher."""
        return symbol(Origin.root(f"Λ{next(self._fresh)}"), Sort.bitvector(8 * size))

    # From the back ----------------------------------------------------------------------------------------------------

    def _backward(self, match: Match, wanted: Segment, at: Value, following: Value, count: Count) -> Iterator[Match]:
        """Yield matches from the back, as `_forward` does from the front: for lists reached only by their last item."""
        assert wanted.prev is not None
        if count.least >= wanted.least:
            ended = self._unified_all(match, iter(((wanted.front, following), (wanted.prev, at))))
            ended = None if ended is None else self._measured(ended, wanted, count)
            if ended is not None:
                yield ended
        for new, before, front, more in self._items_before(match, wanted, at, following):
            yield from self._backward(new, wanted, before, front, count.and_more(more, wanted.pattern.pointer))

    def _with_next(self, match: Match, wanted: Segment) -> Match | None:
        """Return the match in which the successor of a segment has a value, if necessary from its last item."""
        assert wanted.back is not None
        if _is_bound(match, wanted.next):
            return match
        spot = self._spot(match, substituted(wanted.back, match.binding), Which.LAST)
        if spot is None:
            return None
        if isinstance(spot.atom, Segment):
            return self.unified(match, wanted.next, spot.atom.next)
        value = read(spot.atom, wanted.pattern.link, wanted.pattern.pointer)
        return None if value is None else self.unified(match, wanted.next, value)

    def _items_before(
        self, match: Match, wanted: Segment, at: Value, following: Value
    ) -> Iterator[tuple[Match, Value, Value, Count]]:
        """Yield the ways to match items up to `at`: match, back address before them, their address and number."""
        pattern = wanted.pattern
        spot = self._spot(match, at, Which.LAST)
        if spot is None:
            return
        if isinstance(spot.atom, Segment):
            segment = spot.atom
            new = self._whole_segment(match, wanted, segment, segment.front, segment.prev)
            is_last = segment.back == at and self._logic.follows(match.whole, eq(segment.next, following))
            if new is not None and segment.prev is not None and is_last:
                yield new, segment.prev, segment.front, count_of(segment)
                return
            if not spot.exists:
                self._is_stuck(match, segment)
                return
        base, link, before = (self._parameter(pattern.pointer) for _ in range(3))
        address = shifted(at, -pattern.back_entry, pattern.pointer)
        item, facts = self._item(wanted, base, link, before)
        known = match.binding.update({base: address, link: following})
        for new in self.matched(replace(match, binding=known), item):
            if before in new.binding and self._settles(new, facts):
                yield new, new.binding[before], shifted(address, pattern.entry, pattern.pointer), ONE


def _symbols(heap: SymbolicHeap) -> frozenset[Term]:
    result: set[Term] = set()
    for atom in heap.atoms:
        for value in values_of(atom):
            result |= symbols(value)
    for value in heap.roots.values():
        result |= symbols(value)
    return frozenset(result)


def narrowed(value: Value) -> Term | None:
    """Return the symbol whose lowest bits a value is, as a number that all items share may be, or None."""
    if not isinstance(value, Term) or value.op is not Op.EXTRACT or value.payload != (_width(value) - 1, 0):
        return None
    (symbol,) = value.args
    return symbol if isinstance(symbol, Term) and symbol.op is Op.SYM else None


def _width(value: Value) -> int:
    assert isinstance(value, Term)
    return value.sort.width


def _is_bound(match: Match, value: Value) -> bool:
    return all(each in match.binding for each in symbols(value))


def _alike(match: Match, theirs: Value, ours: Value) -> Match | None:
    """Return the match in which two values of the same form are equal part by part, which is one of several ways."""
    binding = match.binding
    pairs = [(theirs, ours)]
    while pairs:
        tick()
        a, b = pairs.pop()
        if not isinstance(a, Term):
            continue
        if a.op is Op.SYM:
            if a not in binding and (not isinstance(b, Term) or b.sort == a.sort):
                binding = binding.set(a, b)
        elif isinstance(b, Term) and a.op is b.op and len(a.args) == len(b.args):
            pairs += zip(a.args, b.args, strict=True)
    if any(each not in binding for each in symbols(theirs)) or substituted(theirs, binding) != ours:
        return None
    return replace(match, binding=binding)


def _is_anchored(match: Match, atom: Atom) -> bool:
    if isinstance(atom, Object):
        return atom.base in match.binding
    return _is_bound(match, atom.front) or (atom.back is not None and _is_bound(match, atom.back))


_PATTERNS: dict[tuple[Pattern, Pattern], bool] = {}


def pattern_entails(logic: Logic, stronger: Pattern, weaker: Pattern) -> bool:
    """Whether every item of one pattern is one of the other, with the same links.

    The first shared values are the same, and the stronger pattern may have more of them.
    """
    if stronger == weaker:
        return True
    ends = ("link", "entry", "back", "back_entry", "pointer")
    if stronger.shared < weaker.shared or any(getattr(stronger, each) != getattr(weaker, each) for each in ends):
        return False
    known = _PATTERNS.get((stronger, weaker))
    if known is None:
        known = entails(logic, as_heap(stronger), as_heap(weaker))
        _PATTERNS[stronger, weaker] = known
    return known


def as_heap(pattern: Pattern) -> SymbolicHeap:
    """Return one item of a pattern as a heap, with its parameters as roots."""
    names = ["base", "next", *(["prev"] if pattern.back is not None else [])]
    names += [f"shared{number}" for number in range(pattern.shared)]
    roots = {name: parameter(name, pattern.pointer) for name in names}
    return SymbolicHeap(immutables.Map(roots), pattern.atoms, pattern.pure)

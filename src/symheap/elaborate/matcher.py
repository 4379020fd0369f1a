"""Matchings: how a wanted heap matches a given one, without changing the given one.

Where a match fails because a part of the given heap is folded, undecided or unnamed, the step that would help is
suggested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Union

import immutables

from symheap.certify.cells import read, touching
from symheap.certify.certificate import How, Item, Matching, Move, Name, Side, Split, Step, Unfold, Whole
from symheap.certify.heaps import renamed_atom, values_of
from symheap.certify.values import plus, substituted, symbols
from symheap.core.nodes import Term, Value, symbol
from symheap.core.origin import Origin
from symheap.core.sorts import Sort
from symheap.elaborate.unify import Match, Unifier, is_bound
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.addresses import Spot, Which, spots
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap
from symheap.separation.heaps.lengths import ONE, Count, count_of, symbols_of_lengths
from symheap.separation.heaps.pattern import Pattern, parameter

_MOST_STEPS = 400
_SIDES = {Which.FIRST: Side.FIRST, Which.LAST: Side.LAST}


@dataclass(frozen=True, slots=True)
class _Taken:
    """One item: placeholders for the parameters of the pattern, and where its atoms are."""

    placeholders: Mapping[Term, Value]
    atoms: tuple[_Where, ...]


_Moves = tuple[Union[Whole, _Taken], ...]
_Where = Union[int, None, _Moves]


@dataclass(slots=True)
class Matcher:
    """Looks for one heap in another.  `suggestions` are steps on the given heap, the most promising first."""

    logic: Logic
    heap: SymbolicHeap
    is_lemma: Callable[[Pattern, Pattern], bool]
    suggestions: dict[Step, None] = field(default_factory=dict)
    _unifier: Unifier = field(init=False)
    _steps: count[int] = field(default_factory=count)
    _fresh: count[int] = field(default_factory=count)

    def matching(
        self,
        roots: Iterable[tuple[Value, Value, int]],
        atoms: tuple[Atom, ...],
        facts: Iterable[Value],
        *,
        keeps: Callable[[Atom], bool] = lambda atom: False,
    ) -> Matching | None:
        """Return the first matching in which pairs of `roots` are equal and no atom that `keeps` is left over."""
        start: Match | None = Match()
        self._unifier = Unifier(self.logic, self.heap, symbols_of_lengths(atoms))
        for theirs, ours, size in roots:
            if start is not None:
                start = self._unifier.unified(start, theirs, ours, size, is_root=True)
        if start is None:
            return None
        goals = tuple(facts)
        for match, where in self._all(start, atoms):
            if any(keeps(atom) for i, atom in enumerate(self.heap.atoms) if i not in match.used):
                continue
            settled = self._unifier.settled(match, goals)
            if settled is not None:
                return Matching(dict(settled.binding), tuple(_final(each, settled.binding) for each in where))
            self._doubt()
        return None

    # Atoms ------------------------------------------------------------------------------------------------------------

    def _all(self, match: Match, atoms: tuple[Atom, ...]) -> Iterator[tuple[Match, tuple[_Where, ...]]]:
        yield from self._rest(match, atoms, tuple(range(len(atoms))), immutables.Map())

    def _rest(
        self, match: Match, atoms: tuple[Atom, ...], waiting: tuple[int, ...], places: immutables.Map[int, _Where]
    ) -> Iterator[tuple[Match, tuple[_Where, ...]]]:
        if next(self._steps) > _MOST_STEPS:
            return
        if not waiting:
            yield match, tuple(places[number] for number in range(len(atoms)))
            return
        chosen = next((number for number in waiting if _is_anchored(match, atoms[number])), None)
        if chosen is None:
            for number in waiting:
                atom = atoms[number]
                if isinstance(atom, Object) and atom.optional:
                    rest = tuple(each for each in waiting if each != number)
                    absent = replace(match, binding=match.binding.set(atom.base, 0))
                    yield from self._rest(absent, atoms, rest, places.set(number, None))
                    for base in self._unreached(match):
                        at = replace(match, binding=match.binding.set(atom.base, base))
                        yield from self._rest(at, atoms, waiting, places)
                    return
            anchored = self._unifier.anchored(match)
            if anchored is not None:
                yield from self._rest(anchored, atoms, waiting, places)
            return
        rest = tuple(each for each in waiting if each != chosen)
        atom = atoms[chosen]
        for new, where in self._object(match, atom) if isinstance(atom, Object) else self._segment(match, atom):
            yield from self._rest(new, atoms, rest, places.set(chosen, where))

    def _unreached(self, match: Match) -> Iterator[Term]:
        """Yield the bases at which facts may place an optional object that nothing leads to."""
        known = set(match.binding.values())
        for number, atom in enumerate(self.heap.atoms):
            if isinstance(atom, Object) and number not in match.used and (atom.optional or atom.base in known):
                yield atom.base

    def _spot(self, match: Match, address: Value, which: Which | None = None) -> tuple[Spot, int] | None:
        for spot in spots(self.heap, address):
            number = next(i for i, atom in enumerate(self.heap.atoms) if atom is spot.atom)
            if number not in match.used and (which in (None, spot.which) or spot.which is Which.OBJECT):
                return spot, number
        return None

    def _suggest(self, spot: Spot, number: int) -> None:
        if spot.exists and spot.which is not Which.OBJECT:
            self.suggestions.setdefault(Unfold(number, _SIDES[spot.which]))
        elif not spot.exists:
            self.suggestions.setdefault(Split(number))

    def _doubt(self) -> None:
        """Suggest splitting segments that may be empty."""
        for number, atom in enumerate(self.heap.atoms):
            if isinstance(atom, Segment) and atom.least == 0:
                self.suggestions.setdefault(Split(number))

    def _object(self, match: Match, wanted: Object) -> Iterator[tuple[Match, _Where]]:
        address, pointer = match.binding[wanted.base], wanted.base.sort.width // 8
        if wanted.optional and self._unifier.same(address, 0, pointer):
            yield match, None
            return
        located = self._spot(match, address)
        if located is None:
            return
        spot, number = located
        thing = spot.atom
        if not isinstance(thing, Object) or spot.offset != 0:
            if isinstance(thing, Segment):
                self._suggest(spot, number)
            return
        if thing.optional and not wanted.optional:
            self._suggest(spot, number)
            return
        new = self._same_object(replace(match, used=match.used | {number}), wanted, thing, number)
        if new is not None:
            yield new, number

    def _same_object(self, match: Match, wanted: Object, thing: Object, number: int) -> Match | None:
        if wanted.lifetime is not thing.lifetime or (wanted.zero and not self._is_zero_beside(wanted, thing)):
            return None
        new = self._unifier.unified(match, wanted.size, thing.size, wanted.base.sort.width // 8)
        for offset in sorted(wanted.cells):
            if new is None:
                return None
            cell = wanted.cells[offset]
            value = read(thing, offset, cell.size)
            if value is None:
                if not touching(thing.cells, offset, cell.size):
                    self.suggestions.setdefault(Name(number, offset, cell.size))
                return None
            new = self._unifier.unified(new, cell.value, value, cell.size)
        return new

    def _is_zero_beside(self, wanted: Object, thing: Object) -> bool:
        """Whether an object is zero outside of the cells of the wanted one."""
        beside = [
            cell
            for offset, cell in thing.cells.items()
            if offset not in wanted.cells or wanted.cells[offset].size != cell.size
        ]
        return thing.zero and all(self._unifier.same(cell.value, 0, cell.size) for cell in beside)

    # Segments ---------------------------------------------------------------------------------------------------------

    def _segment(self, match: Match, wanted: Segment) -> Iterator[tuple[Match, _Where]]:
        pointer = wanted.pattern.pointer
        if is_bound(match, wanted.front):
            front = substituted(wanted.front, match.binding)
            begun = self._with_prev(match, wanted, front)
            if begun is not None:
                prev = None if wanted.prev is None else substituted(wanted.prev, begun.binding)
                yield from self._forward(begun, wanted, front, prev, Count(), ())
            return
        last = self._with_next(match, wanted)
        if last is not None and wanted.back is not None:
            back, following = (substituted(value, last.binding) for value in (wanted.back, wanted.next))
            yield from self._backward(last, wanted, back, following, Count(), (), pointer)

    def _with_prev(self, match: Match, wanted: Segment, front: Value) -> Match | None:
        if wanted.prev is None or is_bound(match, wanted.prev):
            return match
        located, pattern = self._spot(match, front), wanted.pattern
        if located is None or pattern.back is None:
            return None
        atom = located[0].atom
        value = atom.prev if isinstance(atom, Segment) else read(atom, pattern.back, pattern.pointer)
        return None if value is None else self._unifier.unified(match, wanted.prev, value, pattern.pointer)

    def _with_next(self, match: Match, wanted: Segment) -> Match | None:
        if is_bound(match, wanted.next):
            return match
        assert wanted.back is not None
        located, pattern = self._spot(match, substituted(wanted.back, match.binding), Which.LAST), wanted.pattern
        if located is None:
            return None
        atom = located[0].atom
        value = atom.next if isinstance(atom, Segment) else read(atom, pattern.link, pattern.pointer)
        return None if value is None else self._unifier.unified(match, wanted.next, value, pattern.pointer)

    def _forward(
        self, match: Match, wanted: Segment, at: Value, prev: Value | None, many: Count, moves: _Moves
    ) -> Iterator[tuple[Match, _Where]]:
        ends = self._ended(match, wanted, at, prev)
        is_known = is_bound(match, wanted.next)
        if ends is not None:
            ends = self._measured(ends, wanted, many)
            if ends is None:
                self._doubt()
        if ends is not None and many.least < wanted.least:
            self._doubt()
            ends = None
        if ends is not None and is_known:
            yield ends, moves
        for new, following, before, more, move in self._items(match, wanted, at, prev):
            total = many.and_more(more, wanted.pattern.pointer)
            yield from self._forward(new, wanted, following, before, total, (*moves, move))
        if is_known:
            return
        if ends is not None:
            yield ends, moves
        located = self._spot(match, at)
        if located is not None and located[0].which is Which.FIRST and located[0].exists:
            self.suggestions.setdefault(Unfold(located[1], Side.LAST))

    def _measured(self, match: Match, wanted: Segment, many: Count) -> Match | None:
        """Return the match in which the length of a wanted segment equals the counted one."""
        if wanted.length is None:
            return match
        if many.length is None:
            return None
        return self._unifier.unified(match, wanted.length, many.length, wanted.pattern.pointer)

    def _ended(self, match: Match, wanted: Segment, at: Value, prev: Value | None) -> Match | None:
        ended = self._unifier.unified(match, wanted.next, at, wanted.pattern.pointer)
        if ended is None or prev is None or wanted.back is None:
            return ended
        return self._unifier.unified(ended, wanted.back, prev, wanted.pattern.pointer)

    def _items(
        self, match: Match, wanted: Segment, at: Value, prev: Value | None
    ) -> Iterator[tuple[Match, Value, Value | None, Count, Whole | _Taken]]:
        """Yield ways to continue from `at`: match, front and predecessor of the rest, number of items, and the move."""
        located = self._spot(match, at)
        if located is None:
            return
        spot, number = located
        if isinstance(spot.atom, Segment) and spot.which is Which.FIRST:
            new = self._whole(match, wanted, spot.atom, number, at, prev)
            if new is not None:
                yield new, spot.atom.next, spot.atom.back, count_of(spot.atom), Whole(number)
                return
            self._suggest(spot, number)
            return
        pattern = wanted.pattern
        base = plus(at, -pattern.entry, 8 * pattern.pointer)
        yield from self._one(match, wanted, base, None, prev)

    def _one(
        self, match: Match, wanted: Segment, base: Value, following: Value | None, prev: Value | None
    ) -> Iterator[tuple[Match, Value, Value | None, Count, Whole | _Taken]]:
        """Yield matches of one item at `base`, from the front or from the back."""
        pattern, pointer = wanted.pattern, wanted.pattern.pointer
        holders = self._placeholders(wanted)
        known = match.binding.set(_symbol(holders, "base", pointer), base)
        link, before = _symbol(holders, "next", pointer), holders.get(parameter("prev", pointer))
        if following is not None:
            known = known.set(link, following)
        if prev is not None and isinstance(before, Term):
            known = known.set(before, prev)
        atoms = tuple(renamed_atom(atom, holders) for atom in pattern.atoms)
        facts = tuple(substituted(fact, holders) for fact in pattern.pure)
        for new, where in self._all(replace(match, binding=known), atoms):
            settled = self._unifier.settled(new, facts) if link in new.binding else None
            if settled is None:
                continue
            back = None if pattern.back is None else plus(base, pattern.back_entry, 8 * pointer)
            yield settled, settled.binding[link], back, ONE, _Taken(holders, where)

    def _placeholders(self, wanted: Segment) -> dict[Term, Value]:
        pattern = wanted.pattern
        values: dict[Term, Value] = {
            parameter(f"shared{number}", pattern.pointer): value for number, value in enumerate(wanted.shared)
        }
        names = {each for atom in pattern.atoms for value in values_of(atom) for each in symbols(value)}
        names |= {each for fact in pattern.pure for each in symbols(fact)}
        names |= {parameter(name, pattern.pointer) for name in ("base", "next", "prev")}
        for each in sorted(names - values.keys(), key=lambda term: (term.name, term.sort.width)):
            values[each] = symbol(Origin.root(f"?{next(self._fresh)}"), Sort.bitvector(each.sort.width))
        return values

    def _whole(
        self, match: Match, wanted: Segment, segment: Segment, number: int, at: Value, prev: Value | None
    ) -> Match | None:
        pointer = wanted.pattern.pointer
        if not self._unifier.same(segment.front, at, pointer) or len(segment.shared) < len(wanted.shared):
            return None
        if (prev is None) != (segment.prev is None):
            return None
        if segment.pattern != wanted.pattern and not self.is_lemma(segment.pattern, wanted.pattern):
            return None
        new: Match | None = replace(match, used=match.used | {number})
        for theirs, ours in zip(wanted.shared, segment.shared, strict=False):
            new = None if new is None else self._unifier.unified(new, theirs, ours, pointer)
        if new is None or prev is None or segment.prev is None:
            return new
        return new if self._unifier.same(segment.prev, prev, pointer) else None

    def _backward(
        self,
        match: Match,
        wanted: Segment,
        at: Value,
        following: Value,
        many: Count,
        moves: _Moves,
        pointer: int,
    ) -> Iterator[tuple[Match, _Where]]:
        """Yield matches from the back, as `_forward` does from the front: for lists reached only by their last item."""
        assert wanted.prev is not None
        ended = self._ended_in_front(match, wanted, at, following, many, pointer)
        if ended is not None:
            yield ended, moves
        located = self._spot(match, at, Which.LAST)
        if located is None:
            return
        spot, number = located
        if isinstance(spot.atom, Segment):
            part = spot.atom
            new = self._whole(match, wanted, part, number, part.front, part.prev)
            if new is None or part.prev is None or not self._unifier.same(part.next, following, pointer):
                self._suggest(spot, number)
                return
            rest = (Whole(number), *moves)
            total = many.and_more(count_of(part), pointer)
            yield from self._backward(new, wanted, part.prev, part.front, total, rest, pointer)
            return
        pattern = wanted.pattern
        base = plus(at, -pattern.back_entry, 8 * pointer)
        for new, _, _, _, move in self._one(match, wanted, base, following, None):
            assert isinstance(move, _Taken)
            before = move.placeholders[parameter("prev", pointer)]
            if isinstance(before, Term) and before in new.binding:
                front = plus(base, pattern.entry, 8 * pointer)
                rest = (move, *moves)
                total = many.and_more(ONE, pointer)
                yield from self._backward(new, wanted, new.binding[before], front, total, rest, pointer)

    def _ended_in_front(
        self, match: Match, wanted: Segment, at: Value, following: Value, many: Count, pointer: int
    ) -> Match | None:
        """Return the match in which the items taken from the back are all of the segment, if they may be."""
        assert wanted.prev is not None
        if many.least < wanted.least:
            return None
        ended = self._unifier.unified(match, wanted.front, following, pointer)
        ended = None if ended is None else self._unifier.unified(ended, wanted.prev, at, pointer)
        return None if ended is None else self._measured(ended, wanted, many)


def _symbol(holders: Mapping[Term, Value], name: str, pointer: int) -> Term:
    placeholder = holders[parameter(name, pointer)]
    assert isinstance(placeholder, Term)
    return placeholder


def _final(where: _Where, binding: Mapping[Term, Value]) -> How:
    if not isinstance(where, tuple):
        return where
    return tuple(move if isinstance(move, Whole) else _item(move, binding) for move in where)


def _item(taken: _Taken, binding: Mapping[Term, Value]) -> Move:
    values = {
        name: substituted(value, binding)
        for name, value in taken.placeholders.items()
        if all(each in binding for each in symbols(value))
    }
    return Item(values, tuple(_final(each, binding) for each in taken.atoms))


def _is_anchored(match: Match, atom: Atom) -> bool:
    if isinstance(atom, Object):
        return atom.base in match.binding
    return is_bound(match, atom.front) or (atom.back is not None and is_bound(match, atom.back))

"""Matchings: how a wanted heap matches a given one, without changing the given one.

Where a match fails because a part of the given heap is folded, undecided or unnamed, the step that would help is
suggested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, islice, product
from typing import Union

import immutables

from symheap.certify.cells import read, touching
from symheap.certify.certificate import How, Item, Matching, Move, Name, Side, Split, Step, Unfold, Whole
from symheap.certify.heaps import renamed_atom, values_of
from symheap.certify.rejection import Rejected
from symheap.certify.values import binary, equal, plus, split, substituted, symbols
from symheap.core.bitvectors import extend
from symheap.core.nodes import Term, Value, symbol
from symheap.core.operators import Op
from symheap.core.origin import Origin
from symheap.core.sorts import Sort
from symheap.separation.entailment.entail import narrowed
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.addresses import Spot, Which, spots
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap
from symheap.separation.heaps.lengths import ONE, Count, count_of, symbols_of_lengths
from symheap.separation.heaps.pattern import Pattern, parameter

_MOST_STEPS = 400
_MOST_GUESSES = 8
_MOST_SOLUTIONS = 60
_SMALL = (0, 1, -1)
_SIDES = {Which.FIRST: Side.FIRST, Which.LAST: Side.LAST}


@dataclass(frozen=True, slots=True)
class _Taken:
    """One item: placeholders for the parameters of the pattern, and where its atoms are."""

    placeholders: Mapping[Term, Value]
    atoms: tuple[_Where, ...]


_Moves = tuple[Union[Whole, _Taken], ...]
_Where = Union[int, None, _Moves]


@dataclass(frozen=True, slots=True)
class _Match:
    binding: immutables.Map[Term, Value] = immutables.Map()
    equations: tuple[tuple[Value, Value, int], ...] = ()
    used: frozenset[int] = frozenset()


@dataclass(slots=True)
class Matcher:
    """Looks for one heap in another.  `suggestions` are steps on the given heap, the most promising first."""

    logic: Logic
    heap: SymbolicHeap
    is_lemma: Callable[[Pattern, Pattern], bool]
    suggestions: dict[Step, None] = field(default_factory=dict)
    _lengths: frozenset[Term] = frozenset()
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
        start: _Match | None = _Match()
        self._lengths = symbols_of_lengths(atoms)
        for theirs, ours, size in roots:
            if start is not None:
                start = self._unified(start, theirs, ours, size)
        if start is None:
            return None
        goals = tuple(facts)
        for match, where in self._all(start, atoms):
            if any(keeps(atom) for i, atom in enumerate(self.heap.atoms) if i not in match.used):
                continue
            settled = self._settled(match, goals)
            if settled is not None:
                return Matching(dict(settled.binding), tuple(_final(each, settled.binding) for each in where))
            self._doubt()
        return None

    # Values -----------------------------------------------------------------------------------------------------------

    def _follows(self, goal: Value) -> bool:
        return bool(goal) if not isinstance(goal, Term) else self.logic.follows(self.heap, goal)

    def _same(self, a: Value, b: Value, size: int) -> bool:
        try:
            return self._follows(equal(a, b, 8 * size))
        except Rejected:
            return False

    def _unified(self, match: _Match, theirs: Value, ours: Value, size: int) -> _Match | None:
        term, number = split(theirs)
        if term is not None and term.op is Op.SYM and term not in match.binding:
            if term.sort.width != 8 * size or (isinstance(ours, Term) and ours.sort.width != 8 * size):
                return None
            value = binary(Op.BVSUB, term.sort.width, ours, number)
            return replace(match, binding=match.binding.set(term, value))
        narrow = narrowed(theirs)
        if narrow is not None and narrow not in match.binding and narrow not in self._lengths:
            value = extend(ours, 8 * size, narrow.sort.width, signed=False)
            return replace(match, binding=match.binding.set(narrow, value))
        if _is_bound(match, theirs):
            return match if self._same(substituted(theirs, match.binding), ours, size) else None
        return replace(match, equations=(*match.equations, (theirs, ours, size)))

    def _settled(self, match: _Match, facts: tuple[Value, ...]) -> _Match | None:
        """Return the match with values for all symbols of its equations, such that the facts follow, or None."""
        left = count()
        return self._solution(match, match.equations, facts, lambda: next(left) > _MOST_SOLUTIONS)

    def _solution(
        self,
        match: _Match,
        equations: tuple[tuple[Value, Value, int], ...],
        facts: tuple[Value, ...],
        is_enough: Callable[[], bool],
    ) -> _Match | None:
        known = [fact for fact in facts if _is_bound(match, fact)]
        if is_enough() or not all(self._follows(substituted(fact, match.binding)) for fact in known):
            return None
        if not equations:
            return match if len(known) == len(facts) else None
        waiting = tuple(fact for fact in facts if not _is_bound(match, fact))
        (theirs, ours, size), *rest = equations
        if _is_bound(match, theirs):
            return (
                self._solution(match, tuple(rest), waiting, is_enough) if self._equates(match, *equations[0]) else None
            )
        for tried in self._candidates(match, theirs, ours, size, waiting):
            solution = self._solution(tried, tuple(rest), waiting, is_enough)
            if solution is not None:
                return solution
        return None

    def _candidates(
        self, match: _Match, theirs: Value, ours: Value, size: int, facts: tuple[Value, ...]
    ) -> Iterator[_Match]:
        """Yield matches in which `theirs` is `ours`, the likeliest first."""
        for tried in (_alike(match, theirs, ours), *_guessed(match, theirs, ours)):
            if tried is not None and self._equates(tried, theirs, ours, size):
                yield tried
                break
        yield from _shared_out(match, theirs, ours, 8 * size)
        yield from self._made_up(match, theirs, ours, 8 * size, facts)

    def _made_up(
        self, match: _Match, theirs: Value, ours: Value, width: int, facts: tuple[Value, ...]
    ) -> Iterator[_Match]:
        """Yield matches in which one symbol of a sum is bound to the difference.

        The other symbols are bound to small numbers that satisfy the facts about them.
        """
        free = [each for each in _summands(theirs) if each.op is Op.SYM and each not in match.binding]
        for chosen in free:
            others = sorted(symbols(theirs) - set(match.binding) - {chosen}, key=lambda term: term.name)
            binding: immutables.Map[Term, Value] = match.binding
            for each in others:
                about = [fact for fact in facts if symbols(fact) == {each}]
                fitting = (
                    number
                    for number in _SMALL
                    if all(self._follows(substituted(fact, {each: number})) for fact in about)
                )
                binding = binding.set(each, next(fitting, 0))
            yield _completed(match, theirs, ours, width, binding, chosen)

    def _equates(self, match: _Match | None, theirs: Value, ours: Value, size: int) -> bool:
        return match is not None and self._same(substituted(theirs, match.binding), ours, size)

    # Atoms ------------------------------------------------------------------------------------------------------------

    def _all(self, match: _Match, atoms: tuple[Atom, ...]) -> Iterator[tuple[_Match, tuple[_Where, ...]]]:
        yield from self._rest(match, atoms, tuple(range(len(atoms))), immutables.Map())

    def _rest(
        self, match: _Match, atoms: tuple[Atom, ...], waiting: tuple[int, ...], places: immutables.Map[int, _Where]
    ) -> Iterator[tuple[_Match, tuple[_Where, ...]]]:
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
                    return
            return
        rest = tuple(each for each in waiting if each != chosen)
        atom = atoms[chosen]
        for new, where in self._object(match, atom) if isinstance(atom, Object) else self._segment(match, atom):
            yield from self._rest(new, atoms, rest, places.set(chosen, where))

    def _spot(self, match: _Match, address: Value, which: Which | None = None) -> tuple[Spot, int] | None:
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

    def _object(self, match: _Match, wanted: Object) -> Iterator[tuple[_Match, _Where]]:
        address, pointer = match.binding[wanted.base], wanted.base.sort.width // 8
        if wanted.optional and self._same(address, 0, pointer):
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

    def _same_object(self, match: _Match, wanted: Object, thing: Object, number: int) -> _Match | None:
        if wanted.lifetime is not thing.lifetime or (wanted.zero and not thing.zero):
            return None
        new = self._unified(match, wanted.size, thing.size, wanted.base.sort.width // 8)
        for offset in sorted(wanted.cells):
            if new is None:
                return None
            cell = wanted.cells[offset]
            value = read(thing, offset, cell.size)
            if value is None:
                if not touching(thing.cells, offset, cell.size):
                    self.suggestions.setdefault(Name(number, offset, cell.size))
                return None
            new = self._unified(new, cell.value, value, cell.size)
        return new

    # Segments ---------------------------------------------------------------------------------------------------------

    def _segment(self, match: _Match, wanted: Segment) -> Iterator[tuple[_Match, _Where]]:
        pointer = wanted.pattern.pointer
        if _is_bound(match, wanted.front):
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

    def _with_prev(self, match: _Match, wanted: Segment, front: Value) -> _Match | None:
        if wanted.prev is None or _is_bound(match, wanted.prev):
            return match
        located, pattern = self._spot(match, front), wanted.pattern
        if located is None or pattern.back is None:
            return None
        atom = located[0].atom
        value = atom.prev if isinstance(atom, Segment) else read(atom, pattern.back, pattern.pointer)
        return None if value is None else self._unified(match, wanted.prev, value, pattern.pointer)

    def _with_next(self, match: _Match, wanted: Segment) -> _Match | None:
        if _is_bound(match, wanted.next):
            return match
        assert wanted.back is not None
        located, pattern = self._spot(match, substituted(wanted.back, match.binding), Which.LAST), wanted.pattern
        if located is None:
            return None
        atom = located[0].atom
        value = atom.next if isinstance(atom, Segment) else read(atom, pattern.link, pattern.pointer)
        return None if value is None else self._unified(match, wanted.next, value, pattern.pointer)

    def _forward(
        self, match: _Match, wanted: Segment, at: Value, prev: Value | None, many: Count, moves: _Moves
    ) -> Iterator[tuple[_Match, _Where]]:
        ends = self._ended(match, wanted, at, prev)
        is_known = _is_bound(match, wanted.next)
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

    def _measured(self, match: _Match, wanted: Segment, many: Count) -> _Match | None:
        """Return the match in which the length of a wanted segment equals the counted one."""
        if wanted.length is None:
            return match
        return None if many.length is None else self._unified(match, wanted.length, many.length, wanted.pattern.pointer)

    def _ended(self, match: _Match, wanted: Segment, at: Value, prev: Value | None) -> _Match | None:
        ended = self._unified(match, wanted.next, at, wanted.pattern.pointer)
        if ended is None or prev is None or wanted.back is None:
            return ended
        return self._unified(ended, wanted.back, prev, wanted.pattern.pointer)

    def _items(
        self, match: _Match, wanted: Segment, at: Value, prev: Value | None
    ) -> Iterator[tuple[_Match, Value, Value | None, Count, Whole | _Taken]]:
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
        self, match: _Match, wanted: Segment, base: Value, following: Value | None, prev: Value | None
    ) -> Iterator[tuple[_Match, Value, Value | None, Count, Whole | _Taken]]:
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
            settled = self._settled(new, facts) if link in new.binding else None
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
        self, match: _Match, wanted: Segment, segment: Segment, number: int, at: Value, prev: Value | None
    ) -> _Match | None:
        pointer = wanted.pattern.pointer
        if not self._same(segment.front, at, pointer) or len(segment.shared) != len(wanted.shared):
            return None
        if (prev is None) != (segment.prev is None):
            return None
        if segment.pattern != wanted.pattern and not self.is_lemma(segment.pattern, wanted.pattern):
            return None
        new: _Match | None = replace(match, used=match.used | {number})
        for theirs, ours in zip(wanted.shared, segment.shared, strict=True):
            new = None if new is None else self._unified(new, theirs, ours, pointer)
        if new is None or prev is None or segment.prev is None:
            return new
        return new if self._same(segment.prev, prev, pointer) else None

    def _backward(
        self,
        match: _Match,
        wanted: Segment,
        at: Value,
        following: Value,
        many: Count,
        moves: _Moves,
        pointer: int,
    ) -> Iterator[tuple[_Match, _Where]]:
        """Yield matches from the back, as `_forward` does from the front: for lists reached only by their last item."""
        assert wanted.prev is not None
        if many.least >= wanted.least:
            ended = self._unified(match, wanted.front, following, pointer)
            ended = None if ended is None else self._unified(ended, wanted.prev, at, pointer)
            ended = None if ended is None else self._measured(ended, wanted, many)
            if ended is not None:
                yield ended, moves
        located = self._spot(match, at, Which.LAST)
        if located is None:
            return
        spot, number = located
        if isinstance(spot.atom, Segment):
            part = spot.atom
            new = self._whole(match, wanted, part, number, part.front, part.prev)
            if new is None or part.prev is None or not self._same(part.next, following, pointer):
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


def _is_bound(match: _Match, value: Value) -> bool:
    return all(each in match.binding for each in symbols(value))


def _is_anchored(match: _Match, atom: Atom) -> bool:
    if isinstance(atom, Object):
        return atom.base in match.binding
    return _is_bound(match, atom.front) or (atom.back is not None and _is_bound(match, atom.back))


def _alike(match: _Match, theirs: Value, ours: Value) -> _Match | None:
    """Return the match in which two values of the same form are equal, part by part."""
    binding = match.binding
    pairs = [(theirs, ours)]
    while pairs:
        a, b = pairs.pop()
        if not isinstance(a, Term):
            continue
        if a.op is Op.SYM:
            if a not in binding and (not isinstance(b, Term) or b.sort is a.sort):
                binding = binding.set(a, b)
        elif isinstance(b, Term) and a.op is b.op and len(a.args) == len(b.args):
            pairs += zip(a.args, b.args, strict=True)
    if any(each not in binding for each in symbols(theirs)):
        return None
    return replace(match, binding=binding)


def _guessed(match: _Match, theirs: Value, ours: Value) -> Iterator[_Match]:
    """Yield matches in which unbound symbols of `theirs` are symbols of `ours`, which may be written differently."""
    unbound = sorted(symbols(theirs) - set(match.binding), key=lambda term: term.name)
    given = sorted(symbols(ours), key=lambda term: term.name)
    choices = [[each for each in given if each.sort is name.sort] for name in unbound]
    for values in islice(product(*choices), _MOST_GUESSES):
        yield replace(match, binding=match.binding.update(zip(unbound, values, strict=True)))


def _shared_out(match: _Match, theirs: Value, ours: Value, width: int) -> Iterator[_Match]:
    """Yield matches that pair the summands of both values in turn; one of them makes up the difference."""
    free = [each for each in _summands(theirs) if each.op is Op.SYM and each not in match.binding]
    given = [each for each in _summands(ours) if each.sort.width == width]
    if len(free) < 2 or symbols(theirs) - set(match.binding) - set(free):
        return
    for chosen in reversed(free):
        values = dict(zip(free, given, strict=False))
        binding = match.binding.update({each: values.get(each, 0) for each in free if each is not chosen})
        yield _completed(match, theirs, ours, width, binding, chosen)


def _completed(
    match: _Match, theirs: Value, ours: Value, width: int, binding: immutables.Map[Term, Value], chosen: Term
) -> _Match:
    """Return the match with the value of `chosen`, a summand of `theirs`, that makes it equal `ours`."""
    rest = substituted(theirs, binding.set(chosen, 0))
    return replace(match, binding=binding.set(chosen, binary(Op.BVSUB, width, ours, rest)))


def _summands(value: Value) -> list[Term]:
    """Return the terms that a value adds up, without those that it subtracts."""
    if not isinstance(value, Term):
        return []
    if value.op is Op.BVADD:
        return [each for arg in value.args for each in _summands(arg)]
    return _summands(value.args[0]) if value.op is Op.BVSUB else [value]

"""Unification of values: give symbols of a wanted heap values for which given equations and facts hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, islice, product

import immutables

from symheap.certify.rejection import Rejected
from symheap.certify.values import binary, equal, split, substituted, symbols
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.core.theories.bitvectors import extend
from symheap.core.theories.choice import ite
from symheap.elaborate.inversion import solution
from symheap.separation.entailment.entail import narrowed
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import SymbolicHeap

_MOST_GUESSES = 8
_MOST_SOLUTIONS = 60
_SMALL = (0, 1, -1)


@dataclass(frozen=True, slots=True)
class Match:
    """A partial matching: values of symbols, equations that are still open, and the atoms used so far."""

    binding: immutables.Map[Term, Value] = immutables.Map()
    equations: tuple[tuple[Value, Value, int], ...] = ()
    used: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Unifier:
    """Unifies values of a wanted heap with those of a given one.

    `lengths` are symbols for lengths of lists; they get no value from a truncation of themselves.
    """

    logic: Logic
    heap: SymbolicHeap
    lengths: frozenset[Term]

    def _follows(self, goal: Value) -> bool:
        return bool(goal) if not isinstance(goal, Term) else self.logic.follows(self.heap, goal)

    def same(self, a: Value, b: Value, size: int) -> bool:
        """Whether two values of `size` bytes are equal in the given heap."""
        try:
            return self._follows(equal(a, b, 8 * size))
        except Rejected:
            return False

    def unified(self, match: Match, theirs: Value, ours: Value, size: int, *, is_root: bool = False) -> Match | None:
        """Return the match in which two values are equal, or will be by an equation; None if they cannot be.

        The lowest bits of a symbol determine its value, unless they are the value of a root: the symbol may be the
        contents of a cell as well, which is not known yet.
        """
        term, number = split(theirs)
        if term is not None and term.op is Op.SYM and term not in match.binding:
            if term.sort.width != 8 * size or (isinstance(ours, Term) and ours.sort.width != 8 * size):
                return None
            value = binary(Op.BVSUB, term.sort.width, ours, number)
            return replace(match, binding=match.binding.set(term, value))
        narrow = None if is_root else narrowed(theirs)
        if narrow is not None and narrow not in match.binding and narrow not in self.lengths:
            value = extend(ours, 8 * size, narrow.sort.width, signed=False)
            return replace(match, binding=match.binding.set(narrow, value))
        if is_bound(match, theirs):
            return match if self.same(substituted(theirs, match.binding), ours, size) else None
        return replace(match, equations=(*match.equations, (theirs, ours, size)))

    def anchored(self, match: Match) -> Match | None:
        """Return the match with symbols bound by an equation of values of the same form; None if there is none."""
        for theirs, ours, size in match.equations:
            new = None if is_bound(match, theirs) else _alike(match, theirs, ours)
            if new is not None and self._equates(new, theirs, ours, size):
                return new
        return None

    def settled(self, match: Match, facts: tuple[Value, ...]) -> Match | None:
        """Return the match with values for all symbols of its equations, such that the facts follow, or None."""
        left = count()
        return self._solution(match, match.equations, facts, lambda: next(left) > _MOST_SOLUTIONS)

    def _solution(
        self,
        match: Match,
        equations: tuple[tuple[Value, Value, int], ...],
        facts: tuple[Value, ...],
        is_enough: Callable[[], bool],
    ) -> Match | None:
        known = [fact for fact in facts if is_bound(match, fact)]
        if is_enough() or not all(self._follows(substituted(fact, match.binding)) for fact in known):
            return None
        if not equations:
            return match if len(known) == len(facts) else None
        waiting = tuple(fact for fact in facts if not is_bound(match, fact))
        (theirs, ours, size), *rest = equations
        if is_bound(match, theirs):
            return (
                self._solution(match, tuple(rest), waiting, is_enough) if self._equates(match, *equations[0]) else None
            )
        for tried in self._candidates(match, theirs, ours, size, waiting):
            solution = self._solution(tried, tuple(rest), waiting, is_enough)
            if solution is not None:
                return solution
        return None

    def _candidates(
        self, match: Match, theirs: Value, ours: Value, size: int, facts: tuple[Value, ...]
    ) -> Iterator[Match]:
        """Yield matches in which `theirs` is `ours`, the likeliest first."""
        for tried in (_alike(match, theirs, ours), *_guessed(match, theirs, ours)):
            if tried is not None and self._equates(tried, theirs, ours, size):
                yield tried
                break
        yield from _shared_out(match, theirs, ours, 8 * size)
        yield from self._made_up(match, theirs, ours, 8 * size, facts)
        yield from self._inverted(match, theirs, ours, size, facts)

    def _made_up(
        self, match: Match, theirs: Value, ours: Value, width: int, facts: tuple[Value, ...]
    ) -> Iterator[Match]:
        """Yield matches in which one symbol of a sum is bound to the difference.

        The other symbols are bound to small numbers that satisfy the facts about them.
        """
        added, taken = _summands(theirs), _subtracted(theirs)
        free = [each for each in (*added, *taken) if each.op is Op.SYM and each not in match.binding]
        for chosen in free:
            yield _completed(match, theirs, ours, width, self._with_small(match, theirs, chosen, facts), chosen)

    def _inverted(
        self, match: Match, theirs: Value, ours: Value, size: int, facts: tuple[Value, ...]
    ) -> Iterator[Match]:
        """Yield matches in which one symbol inside other operations is bound to what makes both values equal."""
        free = sorted(symbols(theirs) - set(match.binding), key=lambda term: term.name)
        for chosen in free[-_MOST_GUESSES:]:
            binding = self._with_small(match, theirs, chosen, facts)
            value = solution(theirs, ours, chosen, binding)
            tried = None if value is None else replace(match, binding=binding.set(chosen, value))
            if tried is not None and self._equates(tried, theirs, ours, size):
                yield tried

    def _with_small(
        self, match: Match, theirs: Value, chosen: Term, facts: tuple[Value, ...]
    ) -> immutables.Map[Term, Value]:
        """Return the binding with small numbers for the other symbols of `theirs` that satisfy the facts about them."""
        binding: immutables.Map[Term, Value] = match.binding
        for each in sorted(symbols(theirs) - set(binding) - {chosen}, key=lambda term: term.name):
            about = [fact for fact in facts if symbols(fact) == {each}]
            fitting = (
                number for number in _SMALL if all(self._follows(substituted(fact, {each: number})) for fact in about)
            )
            binding = binding.set(each, next(fitting, 0))
        return binding

    def _equates(self, match: Match | None, theirs: Value, ours: Value, size: int) -> bool:
        return match is not None and self.same(substituted(theirs, match.binding), ours, size)


def is_bound(match: Match, value: Value) -> bool:
    """Whether all symbols of a value have values."""
    return all(each in match.binding for each in symbols(value))


def _alike(match: Match, theirs: Value, ours: Value) -> Match | None:
    """Return the match in which two values of the same form are equal, part by part.

    Parts that are written in another way are equal for some value of a symbol in them.
    """
    binding = match.binding
    pairs = [(theirs, ours)]
    while pairs:
        a, b = pairs.pop()
        if not isinstance(a, Term):
            continue
        b = _as_choice(b) if a.op is Op.ITE else b
        if a.op is Op.SYM:
            if a not in binding and (not isinstance(b, Term) or b.sort is a.sort):
                binding = binding.set(a, b)
        elif isinstance(b, Term) and a.op is b.op and _have_equal_widths(a, b):
            pairs += zip(a.args, b.args, strict=True)
        elif not isinstance(b, Term) or b.sort is a.sort:
            free = [each for each in symbols(a) if each not in binding]
            value = solution(a, b, free[0], binding) if len(free) == 1 else None
            binding = binding if value is None else binding.set(free[0], value)
    if any(each not in binding for each in symbols(theirs)):
        return None
    return replace(match, binding=binding)


def _as_choice(value: Value) -> Value:
    """Return an extended choice between two numbers as a choice between extended numbers."""
    choice = value.args[0] if isinstance(value, Term) and value.op in (Op.SIGNEXT, Op.ZEROEXT) else None
    if not isinstance(value, Term) or not isinstance(choice, Term) or choice.op is not Op.ITE:
        return value
    if any(isinstance(each, Term) for each in choice.args[1:]):
        return value
    width, to, is_signed = choice.sort.width, value.sort.width, value.op is Op.SIGNEXT
    then, other = (extend(each, width, to, signed=is_signed) for each in choice.args[1:])
    return ite(choice.args[0], then, other, value.sort)


def _have_equal_widths(a: Term, b: Term) -> bool:
    """Whether the operands of two terms can be equal one by one."""
    return len(a.args) == len(b.args) and all(
        not isinstance(one, Term) or not isinstance(other, Term) or one.sort is other.sort
        for one, other in zip(a.args, b.args, strict=True)
    )


def _guessed(match: Match, theirs: Value, ours: Value) -> Iterator[Match]:
    """Yield matches in which unbound symbols of `theirs` are symbols of `ours`, which may be written differently."""
    unbound = sorted(symbols(theirs) - set(match.binding), key=lambda term: term.name)
    given = sorted(symbols(ours), key=lambda term: term.name)
    choices = [[each for each in given if each.sort is name.sort] for name in unbound]
    for values in islice(product(*choices), _MOST_GUESSES):
        yield replace(match, binding=match.binding.update(zip(unbound, values, strict=True)))


def _shared_out(match: Match, theirs: Value, ours: Value, width: int) -> Iterator[Match]:
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
    match: Match, theirs: Value, ours: Value, width: int, binding: immutables.Map[Term, Value], chosen: Term
) -> Match:
    """Return the match with the value of `chosen`, which `theirs` adds or subtracts, that makes it equal `ours`."""
    rest = substituted(theirs, binding.set(chosen, 0))
    sides = (rest, ours) if chosen in _subtracted(theirs) else (ours, rest)
    return replace(match, binding=binding.set(chosen, binary(Op.BVSUB, width, *sides)))


def _summands(value: Value) -> list[Term]:
    """Return the terms that a value adds up, without those that it subtracts."""
    if not isinstance(value, Term):
        return []
    if value.op is Op.BVADD:
        return [each for arg in value.args for each in _summands(arg)]
    return _summands(value.args[0]) if value.op is Op.BVSUB else [value]


def _subtracted(value: Value) -> list[Term]:
    """Return the terms that a value subtracts from others."""
    if not isinstance(value, Term):
        return []
    if value.op is Op.BVADD:
        return [each for arg in value.args for each in _subtracted(arg)]
    return [*_subtracted(value.args[0]), *_summands(value.args[1])] if value.op is Op.BVSUB else []

"""Decide whether a concrete heap is a model of a symbolic one, directly by the definitions of the formulas.

A model gives every symbol a value, so that every root has its value, every pure fact is true, and every object of the
concrete heap belongs to one atom.  The search binds symbols from the roots on.  It shares nothing with the prover but
the formulas (`symheap.separation.heaps.formula`), and it is complete for formulas whose symbols are determined by the
heap; other symbols are tried with the numbers in the heap and the formula, their neighbours, and some others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

import immutables

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.substitution import substituted
from symheap.core.terms import Op, Sort, Term, Value, eq, symbol, wrap
from symheap.core.walk import postorder, symbols
from symheap.memory.ir import Lifetime
from symheap.refinement.concrete import ConcreteHeap
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment, SymbolicHeap
from symheap.separation.heaps.lengths import without_one
from symheap.separation.heaps.pattern import Pattern, parameter

_UNUSED: Final = 0x7FF0_0000
"""Addresses from here on belong to no object of a small heap."""

_WORD: Final = 8

Values = immutables.Map[Term, int]


@dataclass(frozen=True, slots=True)
class _Search:
    """The remaining work: `objects` of the concrete heap to assign, `atoms` to assign them to, `facts` to satisfy.

    `ended` are the addresses assigned to freed objects.
    """

    objects: frozenset[int]
    atoms: tuple[Atom, ...]
    values: Values = immutables.Map()
    equations: tuple[tuple[Value, int], ...] = ()
    facts: tuple[Value, ...] = ()
    ended: frozenset[int] = frozenset()


def satisfies(concrete: ConcreteHeap, symbolic: SymbolicHeap, exact: bool = True) -> bool:
    """Whether `concrete`, without roots that `symbolic` does not name, is a model of `symbolic`.

    If not `exact`, it may have additional objects that no atom describes.
    """
    if any(name not in concrete.roots for name in symbolic.roots):
        return False
    search: _Search | None = _Search(frozenset(concrete.objects), symbolic.atoms, facts=tuple(symbolic.pure))
    for name in sorted(symbolic.roots):
        search = None if search is None else _equal(search, symbolic.roots[name], concrete.roots[name])
    return search is not None and any(True for _ in _Models(concrete, exact).of(search))


def _known(search: _Search, value: Value) -> int | None:
    """Return the number that a value is if its symbols are bound, else None."""
    if not isinstance(value, Term):
        return value
    if value.op is Op.SYM:
        return search.values.get(value)
    if not _bound(search, value):
        return None
    return int(Model(search.values, {}).evaluate(value))


def _equal(search: _Search, value: Value, number: int) -> _Search | None:
    """Return the search in which a value equals a number, by binding a symbol or recording an equation; or None."""
    known = _known(search, value)
    if known is not None:
        return search if known == number else None
    assert isinstance(value, Term)
    if value.op is Op.SYM:
        return replace(search, values=search.values.set(value, wrap(number, value.sort.width)))
    if value.op is Op.BVADD or value.op is Op.BVSUB:
        a, b = value.args
        left, right = _known(search, a), _known(search, b)
        if left is not None:
            return _equal(search, b, wrap(number - left if value.op is Op.BVADD else left - number, value.sort.width))
        if right is not None:
            return _equal(search, a, wrap(number - right if value.op is Op.BVADD else number + right, value.sort.width))
    return replace(search, equations=(*search.equations, (value, number)))


class _Models:
    """Completes a search over one concrete heap in all possible ways."""

    def __init__(self, concrete: ConcreteHeap, exact: bool = True) -> None:
        self._concrete = concrete
        self._exact = exact
        self._fresh = count()

    def of(self, search: _Search) -> Iterator[_Search]:
        search = self._solved(search)
        if not self._is_possible(search):
            return
        for atom in sorted(search.atoms, key=lambda each: not self._is_placed(search, each)):
            rest = replace(search, atoms=tuple(each for each in search.atoms if each is not atom))
            if self._is_placed(search, atom):
                claims = self._object(rest, atom) if isinstance(atom, Object) else self._segment(rest, atom)
            elif isinstance(atom, Segment) or atom.lifetime is not Lifetime.ENDED:
                claims = self._placed(rest, atom)
            else:
                continue
            for new in claims:
                yield from self.of(new)
            return
        if search.objects and self._exact:
            return
        reckoned = self._reckoned(search)
        if reckoned is not search:
            yield from () if reckoned is None else self.of(reckoned)
            return
        loose = self._loose(search)
        if loose is None:
            yield search
            return
        for number in self._candidates(search, loose):
            yield from self.of(replace(search, values=search.values.set(loose, number)))

    @staticmethod
    def _reckoned(search: _Search) -> _Search | None:
        """Return the search after an equation has given a symbol its value; the same search if none can."""
        for at, (value, number) in enumerate(search.equations):
            others = search.equations[:at] + search.equations[at + 1 :]
            new = _equal(replace(search, equations=others), value, number)
            if new is None or len(new.equations) < len(search.equations):
                return new
        return search

    def _placed(self, rest: _Search, atom: Atom) -> Iterator[_Search]:
        """Yield the places of an atom that is not reached: at an unassigned object, or nowhere."""
        if isinstance(atom, Object):
            places = [_equal(rest, atom.base, number) for number in (*rest.objects, *((0,) if atom.optional else ()))]
        else:
            places = [_equal(rest, atom.front, base + atom.pattern.entry) for base in rest.objects]
            if atom.least == 0:
                ends = eq(atom.front, atom.next), eq(atom.prev or 0, atom.back or 0), eq(atom.length or 0, 0)
                yield replace(rest, facts=(*rest.facts, *ends))
            atom = replace(atom, least=max(1, atom.least))
        for new in places:
            if new is not None:
                assert self._is_placed(new, atom), "a place is a symbol plus a number"
                yield replace(new, atoms=(atom, *new.atoms))

    @staticmethod
    def _solved(search: _Search) -> _Search:
        """Return the search with symbols bound whose value an equation between two values determines."""
        for fact in search.facts:
            if isinstance(fact, Term) and fact.op is Op.EQ:
                for one, other in (fact.args, fact.args[::-1]):
                    known = _known(search, one)
                    if known is not None and _known(search, other) is None:
                        search = _equal(search, other, known) or search
        return search

    def _is_possible(self, search: _Search) -> bool:
        """Whether the known values contradict no equation and no fact."""
        for value, number in search.equations:
            if _known(search, value) not in (None, number):
                return False
        return all(_known(search, fact) != 0 for fact in search.facts)

    @staticmethod
    def _is_placed(search: _Search, atom: Atom) -> bool:
        return _bound(search, atom.base if isinstance(atom, Object) else atom.front)

    @staticmethod
    def _loose(search: _Search) -> Term | None:
        """Return a symbol to guess: the place of a freed object before any other."""
        places = [each.base if isinstance(each, Object) else each.front for each in search.atoms]
        others = [value for value, _ in search.equations]
        for value in (*places, *others, *search.facts):
            for each in sorted(symbols(value), key=lambda term: term.id):
                if each not in search.values:
                    return each
        return None

    def _candidates(self, search: _Search, loose: Term) -> list[int]:
        width = loose.sort.width
        numbers: set[int] = {0, 1, -1}
        for base, thing in self._concrete.objects.items():
            numbers |= {base, thing.size}
            numbers |= {thing.word(at, 8) for at in range(0, thing.size - 7, 4)}
            numbers |= {thing.word(at, 4) for at in range(0, thing.size - 3, 4)}
        numbers |= set(self._concrete.roots.values()) | set(search.values.values())
        for value in (*search.facts, *(value for value, _ in search.equations)):
            terms = postorder(value) if isinstance(value, Term) else ()
            numbers |= {int(arg) for term in terms for arg in term.args if isinstance(arg, int)}
        near = {wrap(number + by, width) for number in numbers for by in (-_WORD, -1, 0, 1, _WORD)}
        near |= {wrap(_UNUSED + 0x100 * number, width) for number in range(len(search.values) + 2)}
        return sorted(near, key=abs)

    # Atoms ------------------------------------------------------------------------------------------------------------

    def _object(self, search: _Search, atom: Object) -> Iterator[_Search]:
        """Match ``base ↦ […]``; an optional object at null matches nothing."""
        base = _known(search, atom.base)
        assert base is not None
        if atom.lifetime is Lifetime.ENDED:
            if base != 0 and self._concrete.place(base) is None and base not in search.ended:
                yield replace(search, ended=search.ended | {base})
            return
        if base == 0:
            if atom.optional:
                yield search
            return
        if base not in search.objects or self._concrete.objects[base].lifetime is not atom.lifetime:
            return
        thing = self._concrete.objects[base]
        new = _equal(replace(search, objects=search.objects - {base}), atom.size, thing.size)
        covered: set[int] = set()
        for offset, cell in atom.cells.items():
            if offset + cell.size > thing.size:
                return
            covered |= set(range(offset, offset + cell.size))
            new = None if new is None else _equal(new, cell.value, thing.word(offset, cell.size))
        is_zero = not any(byte for at, byte in enumerate(thing.contents) if at not in covered)
        if new is not None and (is_zero or not atom.zero):
            yield new

    def _segment(self, search: _Search, segment: Segment) -> Iterator[_Search]:
        """Match ``ls(Λ, k, prev, front, back, next)``, by the definition."""
        front = _known(search, segment.front)
        assert front is not None
        if segment.least == 0:
            empty = self._same(_equal(search, segment.next, front), segment.prev, segment.back)
            empty = self._same(empty, segment.length, 0)
            if empty is not None:
                yield empty
        pattern = segment.pattern
        base = wrap(front - pattern.entry, 8 * pattern.pointer)
        if base in search.objects:
            yield self._unfolded(search, segment, base)

    def _same(self, search: _Search | None, a: Value | None, b: Value | None) -> _Search | None:
        """Return the search in which two values are equal."""
        if search is None or a is None or b is None:
            return search
        for value, other in ((a, b), (b, a)):
            known = _known(search, value)
            if known is not None:
                return _equal(search, other, known)
        equation = eq(a, b)
        return replace(search, facts=(*search.facts, equation))

    def _unfolded(self, search: _Search, segment: Segment, base: int) -> _Search:
        """Replace a segment by its first item, at `base`, and the rest."""
        pattern = segment.pattern
        at, following = self._symbol(pattern.pointer), self._symbol(pattern.pointer)
        arguments: dict[Term, Value] = {
            parameter("base", pattern.pointer): at,
            parameter("next", pattern.pointer): following,
        }
        if segment.prev is not None:
            arguments[parameter("prev", pattern.pointer)] = segment.prev
        for number, value in enumerate(segment.shared):
            arguments[parameter(f"shared{number}", pattern.pointer)] = value
        atoms, facts = self._item(pattern, arguments)
        rest = replace(
            segment,
            least=max(segment.least - 1, 0),
            front=following,
            prev=None if segment.prev is None else base + pattern.back_entry,
            length=without_one(segment),
        )
        return replace(
            search,
            atoms=(*atoms, rest, *search.atoms),
            values=search.values.set(at, base),
            facts=search.facts + facts,
        )

    def _item(self, pattern: Pattern, arguments: dict[Term, Value]) -> tuple[tuple[Atom, ...], tuple[Value, ...]]:
        """Return the atoms and facts of an item: `arguments` for parameters, new symbols for its own."""
        values = [value for atom in pattern.atoms for value in _values(atom)]
        for own in sorted({each for value in (*values, *pattern.pure) for each in symbols(value)}, key=lambda t: t.id):
            if own not in arguments:
                arguments[own] = self._symbol(own.sort.width // 8)
        facts = (substituted(fact, arguments) for fact in pattern.pure)
        atoms = tuple(_instance(atom, arguments) for atom in pattern.atoms)
        return atoms, tuple(facts)

    def _symbol(self, size: int) -> Term:
        return symbol(Origin.root(f"model{next(self._fresh)}"), Sort.bitvector(8 * size))


def _bound(search: _Search, value: Value) -> bool:
    return all(each in search.values for each in symbols(value))


def _values(atom: Atom) -> list[Value]:
    if isinstance(atom, Object):
        return [atom.base, atom.size, *(cell.value for cell in atom.cells.values())]
    sides = [side for side in (atom.prev, atom.back, atom.length) if side is not None]
    return [atom.front, atom.next, *sides, *atom.shared]


def _instance(atom: Atom, arguments: dict[Term, Value]) -> Atom:
    def given(value: Value) -> Value:
        return substituted(value, arguments)

    if isinstance(atom, Object):
        base = given(atom.base)
        assert isinstance(base, Term)
        cells = {offset: Cell(cell.size, given(cell.value)) for offset, cell in atom.cells.items()}
        return replace(atom, base=base, size=given(atom.size), cells=immutables.Map(cells))
    return replace(
        atom,
        front=given(atom.front),
        next=given(atom.next),
        prev=None if atom.prev is None else given(atom.prev),
        back=None if atom.back is None else given(atom.back),
        shared=tuple(given(value) for value in atom.shared),
        length=None if atom.length is None else given(atom.length),
    )

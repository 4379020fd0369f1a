"""Propose relations of numbers that hold in both of two heaps: equations and bounds of joined symbols.

Two numeric domains propose, `affine` (equations) and `zones` (differences).  The caller proves each proposal in both
heaps, where bit-vectors wrap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from typing import Final

from symheap.core.operators import BIT_ORDERS
from symheap.core.origin import Origin
from symheap.core.terms import Op, Term, Value, eq, not_, symbol
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.core.walk import symbols
from symheap.separation.abstraction.affine import affine, in_both, plus, relations
from symheap.separation.abstraction.zones import Zone
from symheap.separation.heaps.canonical import anchors
from symheap.separation.heaps.formula import SymbolicHeap, split

_MOST: Final = 20
"""Largest number of numbers for which relations are searched."""
_MOST_HIDDEN: Final = 6
_RESIDUES: Final = (1, 2)

_Sum = Mapping[Term | None, int]
_NOTHING: Final[tuple[_Sum, _Sum]] = ({}, {})


@dataclass(slots=True)
class Numbers:
    """The numbers of two heaps: `pairs` are symbols of their join, each with its value in either heap."""

    p: SymbolicHeap
    q: SymbolicHeap
    pairs: Sequence[tuple[Term, Value, Value]]

    def __post_init__(self) -> None:
        """Drop the pairs that are addresses."""
        places = [{anchor for atom in heap.atoms for anchor in anchors(atom)} for heap in (self.p, self.q)]
        self.pairs = [
            (stands, a, b)
            for stands, a, b in self.pairs
            if split(a)[0] not in places[0] and split(b)[0] not in places[1]
        ]
        if len(self.pairs) > _MOST:
            self.pairs = []

    # Equations --------------------------------------------------------------------------------------------------------

    def solved(
        self, lengths: Sequence[Term], holds: Callable[[Value], bool]
    ) -> tuple[dict[Term, Value], frozenset[Term]]:
        """Return symbols (lengths first) with their values by others in both heaps, and equations of low bits."""
        values: dict[Term, Value] = {}
        facts: set[Term] = set()
        for name, form in self._equations(lengths):
            value = next((each for each in _sums(name, form) if holds(eq(name, each))), None)
            if value is not None:
                values[name] = value
            else:
                facts |= {fact for fact in _low(name, form) if holds(fact)}
        return values, frozenset(facts)

    def hidden(self, lengths: Sequence[Term]) -> tuple[dict[Term, Value], dict[Term, Value]]:
        """Return symbols that only lengths mention, of either heap, each with the same value over symbols of the join.

        Example: of a list of n items, i have been walked.  No variable holds n any more, but ``i + rest`` is n in both
        heaps.
        """
        values: tuple[dict[Term, Value], dict[Term, Value]] = ({}, {})
        mine, theirs = (self._only_in_lengths(lengths, at) for at in (1, 2))
        for number, (x, y) in enumerate(islice(product(mine, theirs), _MOST_HIDDEN)):
            if x.sort is not y.sort or x in values[0] or y in values[1]:
                continue
            name = symbol(Origin.root(f"hidden{number}"), x.sort)
            for pivot, form in self._equations(lengths, ((name, x, y),)):
                if pivot is name and all(term is None or term.sort.width >= x.sort.width for term in form):
                    low = partial(extract, high=x.sort.width - 1, low=0)
                    values[0][x] = values[1][y] = _sum(form, x.sort.width, low)
        return values

    def _only_in_lengths(self, lengths: Sequence[Term], at: int) -> list[Term]:
        named = {split(pair[at])[0] for pair in self.pairs}
        candidates = [each for pair in self.pairs if pair[0] in lengths for each in symbols(pair[at])]
        return [each for each in dict.fromkeys(sorted(candidates, key=lambda term: term.id)) if each not in named]

    def _equations(
        self, lengths: Sequence[Term], others: Sequence[tuple[Term, Value, Value]] = ()
    ) -> Iterator[tuple[Term, _Sum]]:
        """Yield names with the sum of others that they equal in both heaps: `others` first, then lengths."""
        pairs = [*others, *self.pairs]
        names = [stands for stands, _, _ in pairs]
        first = [*(stands for stands, _, _ in others), *(name for name in reversed(lengths) if name in names)]
        order = [*first, *(name for name in reversed(names) if name not in first)]
        one = relations({name: affine(value) for name, value, _ in pairs}, _zeros(self.p))
        two = relations({name: affine(value) for name, _, value in pairs}, _zeros(self.q))
        for name, row in in_both(one, two, order):
            rest = {term: -number for term, number in row.items() if term is not name}
            if all(number.denominator == 1 for number in rest.values()):
                yield name, {term: int(number) for term, number in rest.items()}

    # Residues ---------------------------------------------------------------------------------------------------------

    def residues(self) -> set[Term]:
        """Return equations of the low bits of a number with those of the plain number that it is in one heap."""
        facts: set[Value] = set()
        for name, a, b in self.pairs:
            for number in (each for each in (a, b) if not isinstance(each, Term)):
                for bits in _RESIDUES:
                    facts.add(eq(extract(name, bits - 1, 0), extract(number, bits - 1, 0)))
        return {fact for fact in facts if isinstance(fact, Term)}

    # Bounds -----------------------------------------------------------------------------------------------------------

    def bounds(self, thresholds: Iterable[int]) -> set[Term]:
        """Return which of two numbers is not larger, and thresholds that bound a number."""
        facts: set[Value] = set()
        limits = sorted(thresholds)
        for order in BIT_ORDERS:
            zones = [Zone.of(heap.pure, order) for heap in (self.p, self.q)]
            if order is Op.BVSLT or not any(zone.is_empty for zone in zones):
                facts |= self._ordered(order, zones, limits)
        return {fact for fact in facts if isinstance(fact, Term)}

    def _ordered(self, order: Op, zones: Sequence[Zone], limits: Sequence[int]) -> set[Value]:
        facts: set[Value] = set()
        known = [(name, (affine(a), affine(b))) for name, a, b in self.pairs]
        for name, values in known:
            facts |= _limited(order, name, _above(zones, values, _NOTHING), _above(zones, _NOTHING, values), limits)
            for other, beside in known:
                most = _above(zones, values, beside) if other is not name and name.sort is other.sort else None
                if most is not None and most <= 0:
                    facts.add(_less(order, name, other) if most < 0 else not_(_less(order, other, name)))
        return facts


def _above(zones: Sequence[Zone], a: Sequence[_Sum], b: Sequence[_Sum]) -> int | None:
    """Return the largest difference of one number above another, over both heaps."""
    bounds: list[int] = []
    for zone, one, two in zip(zones, a, b, strict=True):
        most = zone.above(one, two)
        if most is None:
            return None
        bounds.append(most)
    return max(bounds)


def _zeros(heap: SymbolicHeap) -> list[_Sum]:
    """Return the sums that are zero by the facts of a heap."""
    sums: list[_Sum] = [plus(affine(f.args[0]), affine(f.args[1]), -1) for f in heap.pure if f.op is Op.EQ]
    for order in BIT_ORDERS:
        sums += Zone.of(heap.pure, order).equations()
    return sums


def _sums(name: Term, form: _Sum) -> Iterator[Value]:
    """Yield the sum with the width of `name`, with narrower values extended by sign or by zero."""
    width = name.sort.width
    widths = {term.sort.width for term in form if term is not None}
    if any(each > width for each in widths):
        return
    for signed in (True, False) if widths - {width} else (True,):
        yield _sum(form, width, lambda term, signed=signed: extend(term, term.sort.width, width, signed=signed))  # type: ignore[misc]


def _low(name: Term, form: _Sum) -> Iterator[Term]:
    """Yield the equation of the lowest bits of `name` with the sum in its narrowest width; it survives wrapping."""
    width = min((term.sort.width for term in form if term is not None), default=name.sort.width)
    if width < name.sort.width:
        total = _sum(form, width, lambda term: extract(term, width - 1, 0))
        fact = eq(extract(name, width - 1, 0), total)
        if isinstance(fact, Term):
            yield fact


def _sum(form: _Sum, width: int, cast: Callable[[Term], Value]) -> Value:
    """Return a sum as a term: additions first, then subtractions, then the plain number."""
    total: Value = 0
    terms = sorted((t for t in form if t is not None), key=lambda term: (form[term] < 0, term.id))
    for term in terms:
        factor = form[term]
        part = bitvector(Op.BVMUL, width, cast(term), abs(factor))
        total = bitvector(Op.BVADD if factor > 0 else Op.BVSUB, width, total, part)
    return bitvector(Op.BVADD, width, total, form.get(None, 0))


def _less(order: Op, a: Value, b: Value) -> Value:
    width = next(each.sort.width for each in (a, b) if isinstance(each, Term))
    return bitvector(order, width, a, b)


def _limited(order: Op, name: Term, most: int | None, least: int | None, limits: Sequence[int]) -> set[Value]:
    """Return ``name <= t`` and ``name >= t`` for the nearest thresholds; `least` is the most that 0 is above `name`."""
    facts: set[Value] = set()
    high = None if most is None else next((each for each in limits if each >= most), None)
    low = None if least is None else next((each for each in reversed(limits) if each <= -least), None)
    if high is not None:
        facts.add(not_(_less(order, high, name)))
    if low is not None:
        facts.add(not_(_less(order, name, low)))
    return facts

"""A back end that translates bit-vectors to integers: bounds and sums are decided a hundred times faster there."""

from __future__ import annotations

from symheap.core.model import Model, Plain
from symheap.core.outcome import Answer, Sat
from symheap.core.terms import Term, Value
from symheap.core.walk import symbols
from symheap.solver.backends.backend import Backend
from symheap.solver.backends.levels import by_age
from symheap.solver.features import features
from symheap.solver.numeric.integers import Integers, integer_of, is_expressible
from symheap.solver.path import conjuncts_of


class IntegerBackend:
    """A `Backend` for bit-vectors that are added, divided by constants and compared, over one for integers."""

    def __init__(self, integers: Backend) -> None:
        self._backend = integers
        self._integers = Integers()

    @property
    def name(self) -> str:
        return f"{self._backend.name} on integers"

    def supports(self, term: Value) -> bool:
        if not isinstance(term, Term):
            return True
        needed = features(term)
        return not (needed.integers or needed.floats or needed.applications) and is_expressible(term)

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer:
        """Check the translated assertions. Equal prefixes have equal translations, so the stack below reuses them."""
        translations = dict.fromkeys(part for assertion in assertions for part in self._integers.of(assertion))
        translated = tuple(
            part
            for each in translations
            for part in (conjuncts_of(each) if each is False else (each,))
            if isinstance(part, Term)
        )
        answer = self._backend.check(translated, timeout_ms)
        return Sat(_as_bitvectors(answer.model, assertions)) if isinstance(answer, Sat) else answer


def _as_bitvectors(model: Model, assertions: tuple[Term, ...]) -> Model:
    values: dict[Term, Plain] = {}
    for each in by_age(frozenset[Term]().union(*map(symbols, assertions))):
        shown = integer_of(each) if each.sort.width else each
        if shown in model.values:
            values[each] = model.values[shown]
    return Model(values, model.classes, model.ranks)

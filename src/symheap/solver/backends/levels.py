"""The symbols and features of an assertion stack, level by level, so that popping costs nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symheap.core.model import OUTSIDE
from symheap.core.terms import Op, Term
from symheap.core.walk import symbols
from symheap.solver.features import NOTHING, Features, features


@dataclass(frozen=True, slots=True)
class Level:
    """The summary of all assertions up to one. `symbols` have a fixed order, so that equal runs find equal models."""

    symbols: tuple[Term, ...] = ()
    known: frozenset[Term] = frozenset()
    features: Features = NOTHING

    def then(self, assertion: Term) -> Level:
        new = symbols(assertion) - self.known
        if not new:
            return Level(self.symbols, self.known, self.features | features(assertion))
        return Level(
            (*self.symbols, *by_age(new)),
            self.known | new,
            self.features | features(assertion),
        )

    def new_locations(self, below: Level) -> tuple[Term, ...]:
        """Return the known objects to introduce above `below`: all of them if the classes become known only now."""
        if self.features.universe and not below.features.universe:
            return by_age(self.features.locations)
        return by_age(self.features.locations - below.features.locations)

    def known_classes(self) -> dict[int, int]:
        """Return the class index of each known object, by object number. They are part of every model."""
        universe = self.features.universe
        if not universe or not self.features.locations:
            return {}
        return {term.location.number: class_index(universe, term) for term in self.features.locations}

    def strangers(self, below: Level) -> tuple[tuple[Term, Term], ...]:
        """Return the new pairs above `below` of an input with a tested class and an object whose class no input can
        have.
        """
        here, before = self.features, below.features
        if (
            not here.universe
            or not here.locations
            or (here.locations is before.locations and here.classified is before.classified)
        ):
            return ()
        outside = [term for term in by_age(here.locations) if class_index(here.universe, term) == OUTSIDE]
        return tuple(
            (ref, term)
            for term in outside
            for ref in by_age(here.classified)
            if ref.op is Op.SYM and (term not in before.locations or ref not in before.classified)
        )


BOTTOM = Level()

_numberings: dict[int, tuple[tuple[str, ...], dict[str, int]]] = {}


def class_index(universe: tuple[str, ...], location: Term) -> int:
    """Return the number of a known object's class. A large universe is numbered once and cached by identity."""
    known = _numberings.get(id(universe))
    if known is None:
        known = _numberings[id(universe)] = universe, {name: i for i, name in enumerate(universe)}
    return known[1].get(location.location.class_name, OUTSIDE)


def by_age(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Return the terms in the order of their creation, which is the same in every run."""
    return tuple(sorted(terms, key=lambda term: term.id))

"""What an assertion stack speaks about, level by level, so that popping costs nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symheap.core.terms import Term
from symheap.core.walk import symbols
from symheap.solver.features import NOTHING, Features, features


@dataclass(frozen=True, slots=True)
class Level:
    """Everything up to one assertion: `symbols` in a fixed order, so that equal runs find equal models."""

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
        """The known objects to introduce above `below`: again when the classes become known only now."""
        if self.features.universe and not below.features.universe:
            return by_age(self.features.locations)
        return by_age(self.features.locations - below.features.locations)

    def known_classes(self) -> dict[int, int]:
        """The classes of the known objects, by number: part of every model."""
        universe = self.features.universe
        locations = [term.location for term in self.features.locations] if universe else []
        return {location.number: universe.index(location.class_name) for location in locations}


BOTTOM = Level()


def by_age(terms: Iterable[Term]) -> tuple[Term, ...]:
    """In the order in which the terms were first made: the same in every run."""
    return tuple(sorted(terms, key=lambda term: term.id))

"""The lattice of abstractions: those finer than a given one, nearest first.

Law: each abstraction yielded is finer: it keeps all that the given one keeps, and more.  Chains are finite, since the
features belong to the finitely many fields found, and every number has a largest value.

Rule: [SLAyer] section 6: the inactive patterns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from symheap.separation.abstraction.precision import FINE, Feature, Keep, Precision

_ORDER: Final = tuple(Keep)
COUNTED: Final = (3, 4)
DELAYS: Final = (8, 16)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A finer abstraction; `what` it adds, in words for additions that are no features."""

    precision: Precision
    features: frozenset[Feature] = frozenset()
    what: str = ""


def finer(precision: Precision, features: Collection[Feature]) -> Iterator[Candidate]:
    """Yield abstractions above `precision`: with one or all of `features`, longer counts, later joins."""
    if precision.features is not None:
        inactive = [feature for feature in ordered(features) if feature not in precision.features]
        for feature in inactive:
            yield with_features(precision, closed(feature, features))
        if len(inactive) > 1:
            yield with_features(precision, frozenset(inactive))
    yield from _more_patient(precision)
    if not precision.keeps_memory:
        yield Candidate(replace(precision, keeps_memory=True), what="nothing is folded that memory is lost by")
    if precision.features is not None:
        everything = replace(precision, features=FINE.features, keeps_memory=True)
        yield Candidate(everything, frozenset(inactive), what="all that items have in common is kept")


def _more_patient(precision: Precision) -> Iterator[Candidate]:
    """Yield longer counts, later joins, and both, the smallest changes first."""
    counts = (precision.counted, *(each for each in COUNTED if each > precision.counted))
    delays = (precision.delay, *(each for each in DELAYS if each > precision.delay))
    pairs = sorted(product(range(len(counts)), range(len(delays))), key=lambda pair: ((0 not in pair), sum(pair)))
    for at, then in pairs[1:]:
        counted, delay = counts[at], delays[then]
        words = [f"lists remember that they have at least {counted} items"] if at else []
        words += [f"up to {delay} states that differ in numbers are kept apart"] if then else []
        yield Candidate(replace(precision, counted=counted, delay=delay), what=" and ".join(words))


def with_features(precision: Precision, features: frozenset[Feature]) -> Candidate:
    return Candidate(precision.with_features(features), features)


def ordered(features: Collection[Feature]) -> list[Feature]:
    """Return features in order: fields of nodes before those of objects behind them, objects before their contents."""
    return sorted(features, key=lambda each: (len(each.path), _ORDER.index(each.keep), each.layout, each.path))


def closed(feature: Feature, features: Collection[Feature]) -> frozenset[Feature]:
    """Return a feature with those of the objects on the path to it, without which it has no meaning."""
    way = {
        other
        for other in features
        if other.layout == feature.layout
        and other.keep in (Keep.OBJECT, Keep.NULLABLE)
        and len(other.path) < len(feature.path)
        and feature.path[: len(other.path)] == other.path
    }
    return frozenset(way | {feature})

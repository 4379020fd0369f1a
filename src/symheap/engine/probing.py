"""Estimates of the number of paths from a few of them: Knuth's estimate of the size of a search tree.

A probe follows one way, chosen at random at each fork. An end on that way counts as the inverse of the probability of
the choices that led there, so the expected count is the number of paths, whatever the probabilities were. Most ways end
early and reveal little. So a probe records how much was below the places that it passed, and later probes prefer places
with more below them.

The count is never negative. So it is a hundred times the number, or more, in at most one of a hundred cases (Markov),
and a large count is evidence of many paths: see `Estimate.at_least`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Generic, TypeVar

from symheap.engine.explore import Exploration
from symheap.engine.search import Search, WaitingState
from symheap.engine.state import State

H = TypeVar("H")

_ALIKE, _ALIKE_AT_LAST = 0.5, 0.01
"""The part of the probability that all ways share equally, whatever was found on them: at first, and in the end.

A way of hundreds of forks is followed to its end only if it is left at next to none of them.
"""

_POWER = 2
"""The exponent that makes ways with much below them far likelier than short ones, and about equally likely."""

Site = tuple[str, str, int, int]
Log = float
"""The natural logarithm of a count, which may be larger than a floating-point number can be."""

NONE: Log = -math.inf


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean count of the probes, as a decimal logarithm; it is -inf if they found nothing."""

    probes: int
    log10_mean: float

    def at_least(self, doubt: float = 0.01) -> float:
        """Return the decimal logarithm of a number that the paths exceed, except with probability `doubt`."""
        return self.log10_mean + math.log10(doubt)


Explored = Callable[[Search[H], float], Exploration[H]]
"""Runs an exploration with a search, for the given number of seconds."""


def estimate(explored: Explored[H], probes: int, seconds: float, seed: int = 0) -> Estimate:
    """Return the mean count of `probes`. Probes without time left count zero, and an interrupted one counts less.

    Dividing by the number of completed probes would be biased: long probes have large counts, so the mean would be too
    large if a long one happens to be the last.
    """
    chance, sizes = random.Random(seed), SampleSizes()
    deadline = perf_counter() + seconds
    counts: list[Log] = []
    while len(counts) < probes and (left := deadline - perf_counter()) > 0:
        search = Probe[H](chance, sizes)
        for trace in explored(search, left):
            if trace.confirmed:
                search.ended()
        counts.append(search.count())
    return Estimate(probes, (_sum(counts) - math.log(probes)) / math.log(10))


class SampleSizes:
    """The largest number of traces found below each place of the program.

    An average would be dominated by the ways that ended early, which are most of them.
    """

    def __init__(self) -> None:
        self._found: dict[Site, tuple[int, float]] = {}

    def chances(self, sites: Sequence[Site]) -> list[float]:
        records = [self._found.get(site, (0, 0.0)) for site in sites]
        alike = max(_ALIKE_AT_LAST, _ALIKE / (1 + sum(times for times, _ in records)))
        expected = [(1.0 + most) ** _POWER for _, most in records]
        total = sum(expected)
        return [alike / len(sites) + (1 - alike) * each / total for each in expected]

    def learn(self, site: Site, below: Log) -> None:
        times, most = self._found.get(site, (0, 0.0))
        self._found[site] = times + 1, max(most, below)


@dataclass(slots=True)
class _Fork:
    """A fork on a way: the weight of a trace that ends there, the number of such traces, and the chosen site."""

    stands_for: Log
    ended: int = 0
    chosen: Site | None = None


class Probe(Generic[H]):
    """A search that follows a single way."""

    def __init__(self, chance: random.Random, sizes: SampleSizes) -> None:
        self._chance = chance
        self._sizes = sizes
        self._next: WaitingState[H] | None = None
        self._weight: Log = 0.0
        self._way: list[_Fork] = []

    def push(self, states: Sequence[WaitingState[H]]) -> None:
        fork = _Fork(self._weight)
        self._way.append(fork)
        if not states:
            return
        sites = [_site(each.at) for each in states]
        chances = self._sizes.chances(sites)
        taken = self._chance.choices(range(len(states)), chances)[0]
        self._next, fork.chosen = states[taken], sites[taken]
        self._weight -= math.log(chances[taken])

    def pop(self) -> WaitingState[H]:
        assert self._next is not None
        waiting, self._next = self._next, None
        return waiting

    def __len__(self) -> int:
        return 0 if self._next is None else 1

    def ended(self) -> None:
        """Record that a trace ended at the last fork."""
        self._way[-1].ended += 1

    def count(self) -> Log:
        """Return the estimate from the traces on the way, and record for later probes what was below each choice."""
        below, weight = NONE, self._weight
        for fork in reversed(self._way):
            if fork.chosen is not None:
                self._sizes.learn(fork.chosen, below - weight)
            weight = fork.stands_for
            below = _sum((below, weight + math.log(fork.ended))) if fork.ended else below
        return below


def _site(state: State[H]) -> Site:
    frame = state.frame
    return frame.method.owner, frame.method.key, frame.block, frame.offset


def _sum(logs: Sequence[Log]) -> Log:
    largest = max(logs, default=NONE)
    return largest if largest == NONE else largest + math.log(sum(math.exp(each - largest) for each in logs))

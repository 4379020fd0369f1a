"""How many paths there may be, from a few of them: Knuth's estimate of the size of a search tree.

A probe goes down one way, chosen at random at each fork.  What ends on that way counts as often as the choices that led
there were unlikely, so the expected count is the number of paths, whatever the chances were.  Most ways end early, and
tell little.  So a probe remembers how much was below the places that it came by, and the next one goes rather where
there was more.

The count is never negative.  So it is a hundred times the number, or more, in one of a hundred cases at most (Markov),
and a large count is evidence that there are many paths: see `Estimate.at_least`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Generic, TypeVar

from symheap.engine.explore import Exploration
from symheap.engine.search import Search, Waiting
from symheap.engine.state import State

H = TypeVar("H")

_ALIKE, _ALIKE_AT_LAST = 0.5, 0.01
"""The part of the chances that all ways share, however little was found on them: at the first time, and in the end.

A way of hundreds of forks is followed to its end only if it is left at next to none of them.
"""

_POWER = 2
"""Ways with much below them are far more likely than those that end, and about as likely as each other."""

Site = tuple[str, str, int, int]
Log = float
"""The natural logarithm of a count, which may be larger than a floating-point number can be."""

NONE: Log = -math.inf


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean count of so many probes, as a decimal logarithm; it is -inf where they found nothing."""

    probes: int
    log10_mean: float

    def at_least(self, doubt: float = 0.01) -> float:
        """The decimal logarithm of a number that the paths exceed, but for a chance of `doubt`."""
        return self.log10_mean + math.log10(doubt)


Explored = Callable[[Search[H], float], Exploration[H]]
"""An exploration by a search, in so many seconds."""


def estimate(explored: Explored[H], probes: int, seconds: float, seed: int = 0) -> Estimate:
    """The mean of `probes`.  Those for which there is no time count nothing, and one that is cut short counts less.

    Dividing by the number of those that there was time for would not do: long probes have large counts, so the mean
    would be too large where a long one comes to be the last.
    """
    chance, sizes = random.Random(seed), Sizes()
    deadline = perf_counter() + seconds
    counts: list[Log] = []
    while len(counts) < probes and (left := deadline - perf_counter()) > 0:
        search = Probe[H](chance, sizes)
        for trace in explored(search, left):
            if trace.confirmed:
                search.ended()
        counts.append(search.count())
    return Estimate(probes, (_sum(counts) - math.log(probes)) / math.log(10))


class Sizes:
    """How much was found below places of the program, at the most.

    An average would be that of the ways that ended early, which are most of them.
    """

    def __init__(self) -> None:
        self._found: dict[Site, tuple[int, float]] = {}

    def chances(self, sites: Sequence[Site]) -> list[float]:
        found = [self._found.get(site, (0, 0.0)) for site in sites]
        alike = max(_ALIKE_AT_LAST, _ALIKE / (1 + sum(times for times, _ in found)))
        expected = [(1.0 + most) ** _POWER for _, most in found]
        total = sum(expected)
        return [alike / len(sites) + (1 - alike) * each / total for each in expected]

    def learn(self, site: Site, below: Log) -> None:
        times, most = self._found.get(site, (0, 0.0))
        self._found[site] = times + 1, max(most, below)


@dataclass(slots=True)
class _Fork:
    """Where a way forks: what a trace that ends there stands for, how many did, and the site that was chosen."""

    stands_for: Log
    ended: int = 0
    chosen: Site | None = None


class Probe(Generic[H]):
    """A search that goes one way."""

    def __init__(self, chance: random.Random, sizes: Sizes) -> None:
        self._chance = chance
        self._sizes = sizes
        self._next: Waiting[H] | None = None
        self._weight: Log = 0.0
        self._way: list[_Fork] = []

    def push(self, states: Sequence[Waiting[H]]) -> None:
        fork = _Fork(self._weight)
        self._way.append(fork)
        if not states:
            return
        sites = [_site(each.at) for each in states]
        chances = self._sizes.chances(sites)
        taken = self._chance.choices(range(len(states)), chances)[0]
        self._next, fork.chosen = states[taken], sites[taken]
        self._weight -= math.log(chances[taken])

    def pop(self) -> Waiting[H]:
        assert self._next is not None
        found, self._next = self._next, None
        return found

    def __len__(self) -> int:
        return 0 if self._next is None else 1

    def ended(self) -> None:
        """A trace ended at the last fork."""
        self._way[-1].ended += 1

    def count(self) -> Log:
        """What the traces on the way stand for.  The next probe will know what was below each choice."""
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

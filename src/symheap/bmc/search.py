"""Best-first search over states, until an error is confirmed or the time is up.

Two orders take turns.  In the *even* one, a path costs for every fork on it and, much less, for every block that it has
entered or must still enter to reach a goal: the shortest paths with the fewest decisions come first, loops with few
rounds before those with many, and each loop has its own number of rounds.  In the *eager* one, states nearest to a goal
come first, and of these the deepest: it gets through loops of many rounds that fork in each, where the even order
drowns.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from symheap.bmc.execution.machine import PathMachine
from symheap.bmc.execution.memory import Fault
from symheap.bmc.execution.state import SearchState
from symheap.bmc.guidance import FAR, Guide
from symheap.core.deadline import tick

_BLOCK: Final = 1 / 16
_EAGER: Final = 2
"""Every second pop takes from the eager queue."""
_LONG: Final = 200
"""This many blocks behind count as one ahead, so that a path which circles forever falls back."""
_STRETCH: Final = 400
"""Number of steps that a state may make before others get their turn."""


@dataclass(slots=True)
class Search:
    """A search; `is_late` is set when the time is up, `states` and `steps` are counters."""

    machine: PathMachine
    guide: Guide
    deadline: float
    clock: Callable[[], float] = time.monotonic
    states: int = 0
    steps: int = 0
    is_late: bool = False
    bound: int = 0
    _waiting: dict[int, SearchState] = field(default_factory=dict)
    _even: list[tuple[float, int, int]] = field(default_factory=list)
    _eager: list[tuple[float, int, int]] = field(default_factory=list)

    def faults(self, starts: Iterable[SearchState]) -> Iterator[Fault]:
        """Yield possible errors as they are found, until no state is waiting or the time is up."""
        for number, start in enumerate(starts):
            begun = self.machine.decider.begun(replace(start, start=number))
            if begun is not None:
                self._push(begun)
        turn = 0
        while self._waiting:
            turn += 1
            state = self._popped(self._eager if turn % _EAGER == 0 else self._even)
            self.bound = max(self.bound, state.blocks)
            yield from self._followed(state)
            if self.is_late:
                return

    def _followed(self, state: SearchState) -> Iterator[Fault]:
        """Follow a state until it forks, ends, or has had its turn."""
        for _ in range(_STRETCH):
            if self.clock() > self.deadline:
                self.is_late = True
                return
            self.steps += 1
            following: list[SearchState] = []
            for result in self.machine.step(state):
                if isinstance(result, Fault):
                    yield result
                else:
                    following.append(result)
            if len(following) != 1:
                for each in following:
                    self._push(replace(each, forks=each.forks + 1))
                return
            state = following[0]
        self._push(state)

    def _push(self, state: SearchState) -> None:
        distance = self.guide.distance(state)
        if distance >= FAR:
            return
        if len(self._waiting) >= self.machine.limits.states:
            self.machine.cuts += 1
            return
        self.states += 1
        self._waiting[-self.states] = state
        heapq.heappush(self._even, (state.forks + _BLOCK * (state.blocks + distance), 0, -self.states))
        heapq.heappush(self._eager, (distance + state.blocks // _LONG, -state.forks, -self.states))

    def _popped(self, order: list[tuple[float, int, int]]) -> SearchState:
        """Return the best state of an order, skipping states that the other order has taken."""
        while True:
            tick()
            _, _, number = heapq.heappop(order)
            state = self._waiting.pop(number, None)
            if state is not None:
                return state

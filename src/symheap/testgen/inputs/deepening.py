"""Which branches of the program under test the paths so far have taken: a bound on loops may hide some of them.

A loop of ten rounds, whatever the input, is beyond a bound of three, and all that comes after it, too.  So where paths
were cut by the bound on loops and some branch was seen to go one way only, it is worth to look once more, further, for
paths that go the other way, and for those alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from symheap.core.outcome import Bound, Cut, Returned, Threw
from symheap.core.source import Position
from symheap.engine.state import Trace


@dataclass(slots=True)
class Branches:
    """`taken` are the choices of paths that came to their end, `met` the places of all decisions."""

    is_own: Callable[[Position], bool]
    taken: set[tuple[str, bool | str]] = field(default_factory=set)
    met: set[str] = field(default_factory=set)
    was_cut: bool = False

    def add(self, trace: Trace[Any]) -> bool:
        """Whether the path comes to its end and takes a branch that none before it took."""
        made = [d for d in trace.decisions if d.kind == "branch" and self.is_own(d.position)]
        self.met.update(decision.position.place for decision in made)
        if isinstance(trace.end, Cut) and trace.end.bound is Bound.LOOP:
            self.was_cut = True
        if not trace.confirmed or not isinstance(trace.end, Returned | Threw):
            return False
        before = len(self.taken)
        self.taken.update((decision.position.place, decision.choice) for decision in made)
        return len(self.taken) > before

    @property
    def is_open(self) -> bool:
        """Whether to look further may show more."""
        one_way = any((place, True) not in self.taken or (place, False) not in self.taken for place in self._plain())
        return self.was_cut and (one_way or not self.taken)

    def _plain(self) -> set[str]:
        """The places of decisions that are no switches."""
        return self.met - {place for place, choice in self.taken if not isinstance(choice, bool)}

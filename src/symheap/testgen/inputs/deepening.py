"""Track which branches of the program under test the paths have taken, since a bound on loops may hide some.

A loop that always has ten rounds exceeds a bound of three, and hides all code after it.  So if paths were cut by the
bound on loops, and some branch was seen to go one way only, a second search with larger bounds is worthwhile, for paths
that take new branches only.
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
    """`taken` are the choices of complete paths, `met` the places of all decisions."""

    is_own: Callable[[Position], bool]
    taken: set[tuple[str, bool | str]] = field(default_factory=set)
    met: set[str] = field(default_factory=set)
    was_cut: bool = False

    def add(self, trace: Trace[Any]) -> bool:
        """Add a path; return whether it is complete and takes a branch that no path before it took."""
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
        """Whether a second search may find more."""
        one_way = any((place, True) not in self.taken or (place, False) not in self.taken for place in self._plain())
        return self.was_cut and (one_way or not self.taken)

    def _plain(self) -> set[str]:
        """Return the places of decisions that are not switches."""
        return self.met - {place for place, choice in self.taken if not isinstance(choice, bool)}

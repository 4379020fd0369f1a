"""The results of a search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Union

from symheap.bmc.execution.state import SearchState
from symheap.core.model import Model
from symheap.core.source import Position
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.oracle import Script
from symheap.memory.outcome import Failed

EXHAUSTED: Final = "exhausted"


@dataclass(frozen=True, slots=True)
class Goal:
    """An error to look for."""

    kind: MemoryErrorKind
    position: Position


@dataclass(slots=True)
class Effort:
    """The cost of a search.

    `runs` are concrete ones, with random answers; `decisions` were asked of the solver chain, `queries` of a back end;
    `unconfirmed` errors did not occur when the interpreter ran them.
    """

    seconds: float = 0.0
    runs: int = 0
    states: int = 0
    steps: int = 0
    decisions: int = 0
    queries: int = 0
    solver_seconds: float = 0.0
    unconfirmed: int = 0


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An execution that ends in an error.

    Law: ``run(program, ScriptedOracle(script))`` ends in `failure`.

    `found_by` is ``random`` or ``search``; `blocks` are the entered ones, by function and label, if known.
    """

    script: Script
    failure: Failed
    found_by: str
    blocks: tuple[tuple[str, str], ...] = ()
    effort: Effort = field(default_factory=Effort, compare=False)


@dataclass(frozen=True, slots=True)
class Doomed:
    """An execution from the middle of a program to an error: from `start`, under `model`, into `failure`.

    `model` gives every symbol of `start` a value, so that it is a concrete state; `end` is the state of the error.
    """

    start: SearchState
    end: SearchState
    model: Model
    failure: Failed
    blocks: tuple[tuple[str, str], ...] = ()
    effort: Effort = field(default_factory=Effort, compare=False)


@dataclass(frozen=True, slots=True)
class NoneFound:
    """No execution into an error was found.

    `reason` is ``exhausted`` if no such execution exists in the allowed blocks: every path was followed until it ended
    or could reach no goal any more.  Else it says why paths were not followed: ``time``, ``bound``, ``solver`` (it
    answered unknown) or ``refused: …``.  `ends` has an input for each path that reached the end of the program, if the
    search went path by path from the entry.
    """

    reason: str
    bound: int
    effort: Effort = field(default_factory=Effort, compare=False)
    ends: tuple[Script, ...] = field(default=(), compare=False)

    @property
    def is_exhaustive(self) -> bool:
        """Whether the search covered everything."""
        return self.reason == EXHAUSTED


Answer = Union[Counterexample, Doomed, NoneFound]

"""The ways in which a run of a program ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Union

from symheap.core.source import Position
from symheap.memory.bytes import MemoryObject
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.values import Value


@dataclass(frozen=True, slots=True)
class Leaks:
    """The heap objects that are alive at the end.

    `lost`: no variable that is alive at the last command reaches them, where an object reaches those that one of its
    bytes has the provenance of; `leaving`: only variables of the entry do, which returns; `unreleased`: the others.
    """

    lost: tuple[MemoryObject, ...] = ()
    unreleased: tuple[MemoryObject, ...] = ()
    leaving: tuple[MemoryObject, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lost or self.unreleased or self.leaving)


@dataclass(frozen=True, slots=True)
class Finished:
    """The entry returned."""

    result: Value | None
    leaks: Leaks


@dataclass(frozen=True, slots=True)
class Exited:
    """The program called ``exit``, ``abort`` or the like."""

    how: str
    position: Position
    leaks: Leaks


@dataclass(frozen=True, slots=True)
class CallSite:
    """A call that has not returned, or, at the end of a stack, the command being executed."""

    function: str
    position: Position


@dataclass(frozen=True, slots=True)
class Failed:
    """An error; `stack` begins with the entry and ends with the function of the error."""

    kind: MemoryErrorKind
    position: Position
    why: str
    stack: tuple[CallSite, ...]

    @property
    def user_place(self) -> Position:
        """Where the program failed: the innermost position outside of models of library functions."""
        return user_place(self.stack, self.position)

    def is_same_error(self, other: Failed) -> bool:
        """Whether a user sees one error in both: a model may fail in several places for one wrong call."""
        return (self.kind, self.user_place) == (other.kind, other.user_place)


def user_place(stack: tuple[CallSite, ...], position: Position) -> Position:
    """Return the innermost position of a stack that is outside of models; if there is none, `position`."""
    return next((site.position for site in reversed(stack) if not site.position.is_in_model), position)


class Limit(Enum):
    STEPS = "steps"
    DEPTH = "depth of calls"
    BYTES = "bytes"


@dataclass(frozen=True, slots=True)
class Stopped:
    """A limit was reached: it is unknown how the run continues."""

    limit: Limit
    position: Position


@dataclass(frozen=True, slots=True)
class AssumptionFailed:
    """The run is no execution: an `Assume` was false, or an operator has no meaning on its operands."""

    position: Position
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The run reached a construct that symheap does not support."""

    reason: str
    position: Position


Outcome = Union[Finished, Exited, Failed, Stopped, AssumptionFailed, Refused]


# What ends a run, before it is known where ----------------------------------------------------------------------------


class Fault(Exception):
    def __init__(self, kind: MemoryErrorKind, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why


class NoExecution(Exception):
    """An assumption does not hold."""


class Refusal(Exception):
    """A construct is not supported."""


class LimitReached(Exception):
    def __init__(self, limit: Limit) -> None:
        super().__init__(limit.value)
        self.limit = limit

"""How a run of a program ends."""

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

    `lost`: no variable reaches them that is alive when the last command is executed, where an object reaches those
    that one of its bytes has the provenance of; `leaving`: only variables of the entry do, which returns;
    `unreleased`: the others.
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
    """By ``exit``, ``abort`` or the like."""

    how: str
    position: Position
    leaks: Leaks


@dataclass(frozen=True, slots=True)
class CallSite:
    """A call that has not returned, or at the end of a stack the command that is executed."""

    function: str
    position: Position


@dataclass(frozen=True, slots=True)
class Failed:
    """An error; `stack` begins with the entry and ends with the function in which it is."""

    kind: MemoryErrorKind
    position: Position
    why: str
    stack: tuple[CallSite, ...]


class Limit(Enum):
    STEPS = "steps"
    DEPTH = "depth of calls"
    BYTES = "bytes"


@dataclass(frozen=True, slots=True)
class Stopped:
    """A limit was reached: nothing is known about how the run goes on."""

    limit: Limit
    position: Position


@dataclass(frozen=True, slots=True)
class AssumptionFailed:
    """This is no execution: an `Assume` was false, or an operator has no meaning on its operands."""

    position: Position
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The run came by what symheap does not understand."""

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
    """Not understood."""


class LimitReached(Exception):
    def __init__(self, limit: Limit) -> None:
        super().__init__(limit.value)
        self.limit = limit

"""Control: checks, errors, branches and ends."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.outcome import ErrorKind
from symheap.core.source import Position
from symheap.objects.ir.registers import Reg


@dataclass(frozen=True, slots=True)
class Check:
    """Fail with an error where `cond` does not hold."""

    cond: Reg
    error: ErrorKind
    detail: str
    position: Position


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw an exception. Null is an error, which is thrown instead."""

    src: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Switch:
    """Choose one of several targets by an integer."""

    key: Reg
    cases: tuple[tuple[int, int], ...]
    default: int
    position: Position


@dataclass(frozen=True, slots=True)
class Assume:
    """Restrict the analysis to inputs for which `cond` holds; others have no path."""

    cond: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Refuse:
    """End the path with a feature that the analysis does not support, by name."""

    what: str
    position: Position


@dataclass(frozen=True, slots=True)
class Jump:
    target: int
    position: Position


@dataclass(frozen=True, slots=True)
class Branch:
    cond: Reg
    then: int
    other: int
    position: Position


@dataclass(frozen=True, slots=True)
class Return:
    src: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Fail:
    """A named error that the program is certain to have here."""

    error: ErrorKind
    detail: str
    position: Position

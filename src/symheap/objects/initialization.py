"""The order in which class initialisers run, as JVMS 5.5 prescribes for one thread.

A class to be initialised is marked first. Then its superclass is initialised, then those of its interfaces that have
code to run, and then its own initialiser runs. So while the initialiser of a superclass runs, the waiting subclasses
count as being initialised, and code that uses them then passes.

The functions here are pure: they return the next step and the changed marks. A machine that meets an `Initialize` calls
`due` and applies the changes. If an initialiser is to run, the machine meets the same instruction again when it
returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from symheap.core.types import ClassTable

CLINIT = "<clinit>()V"


class Progress(Enum):
    """The state of a class initialiser."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Waiting:
    """The class is marked and waits for the running initialiser of `on`."""

    on: str


Mark = Progress | Waiting
Marks = Callable[[str], Mark | None]
Changes = Mapping[str, Mark]


@dataclass(frozen=True, slots=True)
class Pass:
    """No initialiser is to run."""

    changes: Changes


@dataclass(frozen=True, slots=True)
class Begin:
    """The initialiser of a class is to run now."""

    class_name: str
    changes: Changes


@dataclass(frozen=True, slots=True)
class Broken:
    """The initialiser of a class failed before, so the requested class cannot be used."""

    class_name: str
    changes: Changes


def due(table: ClassTable, marks: Marks, has_initializer: Callable[[str], bool], name: str) -> Pass | Begin | Broken:
    """Return the next step before class `name` may be used."""
    if _is_underway(marks, name):
        return Pass({})
    if marks(name) is Progress.FAILED:
        return Broken(name, {})
    changes: dict[str, Mark] = {}
    order = table.initialization_order(name)
    for k, at in enumerate(order):
        if _is_underway(marks, at):
            continue
        if marks(at) is Progress.FAILED:
            return Broken(at, {**changes, **dict.fromkeys(_below(table, marks, order, k), Progress.FAILED)})
        if has_initializer(at):
            waiting = dict.fromkeys(_below(table, marks, order, k), Waiting(at))
            return Begin(at, {**changes, at: Progress.RUNNING, **waiting})
        changes[at] = Progress.DONE
    return Pass(changes)


def failed(marks: Iterable[tuple[str, Mark]], name: str) -> Changes:
    """Return the marks after an exception left an initialiser: the class and all that wait for it are unusable."""
    return {name: Progress.FAILED, **{at: Progress.FAILED for at, mark in marks if mark == Waiting(name)}}


def _is_underway(marks: Marks, name: str) -> bool:
    """Whether the class is done, running, or waiting for a running one, so that this thread may use it."""
    mark = marks(name)
    if isinstance(mark, Waiting):
        return marks(mark.on) is Progress.RUNNING
    return mark is Progress.DONE or mark is Progress.RUNNING


def _below(table: ClassTable, marks: Marks, order: tuple[str, ...], k: int) -> list[str]:
    """Return the classes after position k that are to be marked: the requested one and its superclasses.

    A superclass is distinguished from an interface by its own initialisation order, which is a prefix of this one.
    """
    return [
        at
        for n, at in enumerate(order[k + 1 :], k + 1)
        if not _is_underway(marks, at) and (n == len(order) - 1 or table.initialization_order(at) == order[: n + 1])
    ]

"""When the initialiser of a class runs: the order that JVMS 5.5 prescribes, for one thread.

A class that is to be initialised is marked first; then its superclass is initialised, then those of its interfaces that
have a body to run for, then its own initialiser runs.  So while the initialiser of a superclass runs, the classes below
it that wait for it count as being initialised: whoever comes across them there passes.

The functions here are pure: they say what is due and which marks change.  A machine that meets an `Initialize` asks for
what is `due`, makes the changes, and, if an initialiser is to run, meets the same instruction again when it returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from symheap.core.types import ClassTable

CLINIT = "<clinit>()V"


class Progress(Enum):
    """How far the initialiser of a class has come."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Waiting:
    """The class is marked, and its turn comes after the initialiser of `on`, which is running."""

    on: str


Mark = Progress | Waiting
Marks = Callable[[str], Mark | None]
Changes = Mapping[str, Mark]


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is to run."""

    changes: Changes


@dataclass(frozen=True, slots=True)
class Begin:
    """The initialiser of a class is to run now."""

    class_name: str
    changes: Changes


@dataclass(frozen=True, slots=True)
class Broken:
    """The initialiser of a class failed before, so the one at hand cannot be used."""

    class_name: str
    changes: Changes


def due(table: ClassTable, marks: Marks, has_initializer: Callable[[str], bool], name: str) -> Pass | Begin | Broken:
    """What is to be done before class `name` may be used."""
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
    """An exception left the initialiser of a class: neither it nor what waits for it can be used any more."""
    return {name: Progress.FAILED, **{at: Progress.FAILED for at, mark in marks if mark == Waiting(name)}}


def _is_underway(marks: Marks, name: str) -> bool:
    """Done, running, or waiting for one that is running: a class that this thread may use."""
    mark = marks(name)
    if isinstance(mark, Waiting):
        return marks(mark.on) is Progress.RUNNING
    return mark is Progress.DONE or mark is Progress.RUNNING


def _below(table: ClassTable, marks: Marks, order: tuple[str, ...], k: int) -> list[str]:
    """The classes behind place k that are marked by now: the one asked for, and those of its superclasses.

    A superclass is told from an interface by its own order: that of a superclass is the beginning of this one.
    """
    return [
        at
        for n, at in enumerate(order[k + 1 :], k + 1)
        if not _is_underway(marks, at) and (n == len(order) - 1 or table.initialization_order(at) == order[: n + 1])
    ]

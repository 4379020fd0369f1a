"""The history of a run: what it has decided or found about classes initialised before the call."""

from __future__ import annotations

from enum import Enum

from symheap.core.types import Field


class Note(Enum):
    """Entries of a history other than decisions.

    `WRITTEN`: a static field, and the contested classes that read or write it and whose past was open then. `ORDERED`:
    two classes, as named by `order_of`. `CLAIMED`: a class that was initialised before the call, but whose effects are
    not applied yet.
    """

    WRITTEN = "written"
    ORDERED = "ordered"
    CLAIMED = "claimed"


History = tuple[tuple[str, bool | Note], ...]
"""The contested classes for which a run has decided whether they were initialised before the call, in that order."""


def name_of(class_name: str) -> str:
    """Return the input that says whether a class was initialised before the call."""
    return f"initialised({class_name})"


def before_the_call(history: History) -> tuple[str, ...]:
    return tuple(name for name, before in history if before is True)


def decided(history: History) -> dict[str, bool]:
    """Return, for each decided class, whether it was initialised before the call."""
    return {name: before for name, before in history if isinstance(before, bool)}


def slot_of(holder: str, field: Field) -> str:
    """Return the name of a static field of the object of class `holder`."""
    return f"{holder}/{field.name}"


def noted(history: History, class_name: str, slot: str) -> History:
    """Return the history after a write to a static field that the initialiser of a class reads or writes."""
    return _with_notes(history, Note.WRITTEN, class_name, slot)


def is_written(history: History, name: str) -> bool:
    """Whether a run has written a static field, or one that the initialiser of a class reads or writes."""
    return (name, Note.WRITTEN) in history


def claimed(history: History, *class_names: str) -> History:
    """Return the history after finding that classes were initialised before the call; their effects are pending."""
    return _with_notes(history, Note.CLAIMED, *class_names)


def _with_notes(history: History, note: Note, *names: str) -> History:
    return (*history, *((name, note) for name in names if (name, note) not in history))


def order_of(first: str, second: str) -> str:
    """Return the input that says whether one class was initialised before another, and before the call."""
    return f"initialised({first} before {second})"


def in_order(history: History, first: str, second: str) -> History:
    """Return the history of a run in which the second class was not initialised before the first."""
    return _with_notes(history, Note.ORDERED, order_of(first, second))


def is_ordered(history: History, first: str, second: str) -> bool:
    return (order_of(first, second), Note.ORDERED) in history


def text_of_order(first: str, second: str, ordered: bool = True) -> str:
    return f"{first} was {'' if ordered else 'not '}initialised before {second}"


def text_of(class_name: str, before: bool) -> str:
    return f"{class_name} was {'' if before else 'not '}initialised before the call"

"""The two kinds of pieces of programs: values computed by a feature, and actions on memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A value that a feature of C computes.  A sink turns it into an error for one of the `near` values.

    All texts are templates.
    """

    tag: str
    value: str
    near: str
    top: str = ""
    main: str = ""
    other: str = ""
    weight: float = 1.0
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """An action on memory, right or wrong depending on the alternative of the template."""

    tag: str
    main: str
    top: str = ""
    other: str = ""
    weight: float = 1.0
    alone: bool = False

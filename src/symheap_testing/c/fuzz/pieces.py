"""The two kinds of pieces of which programs are made: values that a feature computes, and things done with memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A value that some feature of C computes.  A sink turns it into an error for one of the `near` values.

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
    """Something that is done with memory, right or wrong, as the alternatives of the template say."""

    tag: str
    main: str
    top: str = ""
    other: str = ""
    weight: float = 1.0
    alone: bool = False

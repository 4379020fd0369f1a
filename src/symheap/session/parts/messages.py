"""Units of work and their messages, all plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from symheap.report.explore.elsewhere import Report, ToldPath, Words
from symheap.session.gathering import Gathered
from symheap.session.ranking import Bug
from symheap.store.compact_path import Item, Packed
from symheap.store.records import Source


@dataclass(frozen=True, slots=True)
class MethodUnit:
    """Explore this `member` of this `part` of the target: a method of a class.

    So many programs come `after` it in the same worker, as far as is known; they share the time.
    """

    part: int
    member: int
    after: int
    is_kept: bool


@dataclass(frozen=True, slots=True)
class RankUnit:
    """Rank the crashes of a class.  `methods` is the evidence of its methods; `member` is the first of them."""

    part: int
    member: int
    methods: Sequence[Gathered]


# Messages of a method: it begins, paths of it are found, it ends; at last the unit ends


@dataclass(frozen=True, slots=True)
class MethodBegun:
    """An exploration begins.  `method` is the key of its method in its class."""

    target: str
    class_name: str
    method: str


@dataclass(frozen=True, slots=True)
class PathsSent:
    """Paths of the method, and its totals with them."""

    paths: Sequence[tuple[ToldPath, Packed | None, Sequence[Item]]]
    report: Report


@dataclass(frozen=True, slots=True)
class MethodEnded:
    report: Report
    items: Sequence[Item] = ()
    sources: Sequence[Source] = ()


@dataclass(frozen=True, slots=True)
class PartEnded:
    """The whole unit: the evidence for crashes, and why the method was left out, if it was."""

    gathered: Gathered | None
    skipped: Sequence[str]


# The message of a class that is ranked


@dataclass(frozen=True, slots=True)
class ClassRanked:
    """The crashes of a class with their ranks, and the class itself if they could not be ranked."""

    bugs: Sequence[Bug] = ()
    unranked: Sequence[str] = ()
    words: Words = field(default_factory=Words)

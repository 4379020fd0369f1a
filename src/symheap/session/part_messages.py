"""Messages between the process of a command and its workers, which explore classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symheap.report.explore.elsewhere import Report, ToldPath, Words
from symheap.session.ranking import Bug
from symheap.store.compact_path import Item, Packed
from symheap.store.records import Source


@dataclass(frozen=True, slots=True)
class PartUnit:
    """Explore the class that is this `part` of the target.

    So many programs come `after` it in the same worker, as far as is known; they share the time.
    """

    part: int
    after: int
    is_kept: bool


@dataclass(frozen=True, slots=True)
class MethodBegun:
    target: str


@dataclass(frozen=True, slots=True)
class PathsSent:
    """Paths of the current method, and its totals with them."""

    paths: Sequence[tuple[ToldPath, Packed | None, Sequence[Item]]]
    report: Report


@dataclass(frozen=True, slots=True)
class MethodEnded:
    report: Report
    items: Sequence[Item] = ()
    sources: Sequence[Source] = ()


@dataclass(frozen=True, slots=True)
class PartEnded:
    """The whole unit: its crashes with their ranks, classes without ranks, and the methods that were left out."""

    bugs: Sequence[Bug]
    unranked: Sequence[str]
    skipped: Sequence[str]
    words: Words

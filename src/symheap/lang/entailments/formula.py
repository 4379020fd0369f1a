"""Formulas of separation logic, as a file states them, and the problems that they form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from symheap.core.source import Position

NIL: Final = ""
"""The name of ``nil``; a variable has a name."""


@dataclass(frozen=True, slots=True)
class Record:
    """A kind of cell: its constructor, and the names and sorts of its fields."""

    constructor: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PointsTo:
    """One cell: the location `address` holds the values `fields`."""

    address: str
    record: Record
    fields: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Call:
    """An inductive predicate, applied to arguments."""

    name: str
    arguments: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Clause:
    """``∃ bound. equal ∧ distinct ∧ (cells * calls)``: a formula without disjunctions.

    A heap satisfies it only if the cells and calls cover it exactly; without any, it is empty.
    """

    bound: tuple[str, ...]
    equal: tuple[tuple[str, str], ...]
    distinct: tuple[tuple[str, str], ...]
    cells: tuple[PointsTo, ...]
    calls: tuple[Call, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Definition:
    """An inductive predicate: it holds if one of its clauses does."""

    name: str
    parameters: tuple[str, ...]
    sorts: tuple[str, ...]
    clauses: tuple[Clause, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Problem:
    """Whether every model of `left` is one of `right`; if `right` is None, whether `left` has none.

    `variables` maps names to sorts, `records` constructors to kinds of cells.
    """

    file: str
    variables: Mapping[str, str]
    records: Mapping[str, Record]
    definitions: Mapping[str, Definition]
    left: Clause
    right: Clause | None

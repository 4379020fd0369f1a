"""The answer for one file of entailments, as all reports see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from symheap.lang.entailments.formula import Problem
from symheap.lang.entailments.models import Model


class Verdict(StrEnum):
    """The verdict on an entailment, on a formula that is asked to be satisfiable, or on an unreadable file."""

    VALID = "valid"
    INVALID = "invalid"
    UNSATISFIABLE = "unsatisfiable"
    SATISFIABLE = "satisfiable"
    UNKNOWN = "unknown"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Heap:
    """A concrete heap: the values of the variables, and the fields of each cell by name.  0 is nil."""

    variables: Mapping[str, int]
    cells: Mapping[int, tuple[str, Mapping[str, int]]]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for a file.  `heap` satisfies the left side and not the right one; `reason` explains the rest."""

    file: str
    verdict: Verdict
    heap: Heap | None = None
    reason: str = ""
    seconds: float = 0.0


def named(model: Model, problem: Problem) -> Heap:
    """Return a model with the names of the fields."""
    cells = {
        address: (constructor, _fields(problem, constructor, values))
        for address, (constructor, values) in model.cells.items()
    }
    return Heap({name: model.variables[name] for name in problem.variables}, cells)


def _fields(problem: Problem, constructor: str, values: tuple[int, ...]) -> dict[str, int]:
    fields = problem.records[constructor].fields
    return {name: value for (name, _), value in zip(fields, values, strict=True)}

"""The answer to a problem: decided by cases, and refuted only by a heap that the definitions confirm.

Laws: *valid* is said only if the search for a case that fails has come to its end; *invalid* only with a model that
satisfies the left side and not the right one, read literally (`symheap.lang.entailments.models`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from symheap.lang.entailments.formula import Problem
from symheap.lang.entailments.models import Model, refutes
from symheap.separation.lists.deciding import GaveUp, Holds, decide
from symheap.separation.lists.translating import sides
from symheap.separation.lists.witnesses import models_of


class Word(StrEnum):
    VALID = "valid"
    INVALID = "invalid"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer.  A problem without a right side is valid if its formula has no model.

    `model` refutes an invalid problem; `reason` says why the answer is unknown.
    """

    word: Word
    model: Model | None = None
    reason: str = ""


def answered(problem: Problem) -> Answered:
    """Answer a problem.  Raises `SourceError` where it is outside of the supported fragments."""
    both = sides(problem)
    found = decide(both.left, both.right)
    if isinstance(found, Holds):
        return Answered(Word.VALID)
    if isinstance(found, GaveUp):
        return Answered(Word.UNKNOWN, reason="too many cases")
    model = next((model for model in models_of(found.case) if refutes(model, problem)), None)
    if model is None:
        return Answered(
            Word.UNKNOWN, reason="a case is open, and none of its heaps that were tried refutes the problem"
        )
    return Answered(Word.INVALID, model)

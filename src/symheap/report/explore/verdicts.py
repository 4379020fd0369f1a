"""The verdicts of `check` on the laws, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.report.formats.json import SCHEMA
from symheap.store.records import Json

Outcome = Literal["holds", "broken", "not decided"]
_STYLES: dict[Outcome, str] = {"holds": "good", "broken": "bad", "not decided": "open"}


@dataclass(frozen=True, slots=True)
class LawVerdict:
    """A law, its outcome, the basis of the outcome, and the counterexamples."""

    law: str
    outcome: Outcome
    basis: str = ""
    counterexamples: tuple[str, ...] = ()


def line(verdict: LawVerdict, paint: Paint = plain, *, most: int = 3) -> str:
    """Format a verdict in one line, followed by the first counterexamples."""
    words = paint(f"{verdict.outcome:<11}", _STYLES[verdict.outcome])
    basis = f"  ({verdict.basis})" if verdict.basis else ""
    lines = [f"{verdict.law:<17}{words}{basis}".rstrip()]
    lines += [f"    {printable(each)}" for each in verdict.counterexamples[:most]]
    rest = len(verdict.counterexamples) - most
    lines += [f"    and {rest} more"] if rest > 0 else []
    return "\n".join(lines) + "\n"


def document(
    target: str, bounds: dict[str, int | float | None], verdicts: Sequence[LawVerdict], seconds: float
) -> dict[str, Json]:
    laws: list[Json] = [
        {
            "law": verdict.law,
            "outcome": verdict.outcome,
            "basis": verdict.basis,
            "counterexamples": list(verdict.counterexamples),
        }
        for verdict in verdicts
    ]
    within: dict[str, Json] = dict(bounds)
    return {"schema": SCHEMA, "target": target, "bounds": within, "laws": laws, "seconds": round(seconds, 6)}

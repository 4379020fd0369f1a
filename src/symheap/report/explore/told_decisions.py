"""The decisions of a path in the words of its source, as far as there are words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symheap.store.records import ToldDecision

if TYPE_CHECKING:
    from symheap.report.explore.explored import Path


def told_decisions(path: Path) -> tuple[ToldDecision, ...]:
    """Return a description of each decision: ``n != null: yes``.

    Decisions in libraries, and those in code that a compiler generated, are minor.
    """
    notation = path.run.notation
    found: list[ToldDecision] = []
    for decision in path.trace.decisions:
        if not notation.is_own(decision.position):
            found.append(ToldDecision("", is_minor=True))
            continue
        described = [text for _, text in notation.decisions([decision])]
        text = described[0] if described else ""
        plain = text == f"{decision.kind} {decision}"
        found.append(ToldDecision("" if plain else _answered(text), is_minor=not described))
    return tuple(found)


def _answered(text: str) -> str:
    question, gap, answer = text.rpartition("  ")
    return f"{question}: {answer}" if gap else text

"""Words that all reports share: numbers of things, headings of results, and the judgement of a second solver."""

from __future__ import annotations

from typing import Final

from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.solver.api import Statistics
from symheap.solver.layers.oversight import second_solver

CROSS_CHECK: Final = "cross-check with"


def heading(name: str, paint: Paint = plain, *, mark: str = "===") -> str:
    """Return the heading for one method of several, or for one class."""
    return f"{paint(f'{mark} {printable(name)}', 'faint')}\n"


def counted(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def cross_check(statistics: Statistics) -> str:
    """Describe how a second solver judged the answers; empty if it was not asked."""
    counts = (statistics.confirmed, statistics.unconfirmed, statistics.contradicted)
    if not any(counts):
        return ""
    confirmed, unconfirmed, contradicted = counts
    return (
        f"{CROSS_CHECK} {second_solver()[0]}: {counted(sum(counts), 'answer')}, {confirmed} confirmed, "
        f"{unconfirmed} not decided, {contradicted} contradicted\n"
    )


def a(noun: str) -> str:
    """Return a noun with its article."""
    return f"{'an' if noun[:1] in 'AEIOUaeiou' else 'a'} {noun}"

"""A verdict as text."""

from __future__ import annotations

from typing import Final

from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.report.explore import text
from symheap.report.verify.verdict import Verdict, Word

_STYLES: Final = {Word.TRUE: "good", Word.FALSE: "bad", Word.UNKNOWN: "open"}
_SHOWN: Final = 40
"""The number of inputs and of reasons that are listed."""
WORDS: Final = {
    "assert": ("no AssertionError leaves the program", "an AssertionError leaves the program"),
    "no-runtime-exception": ("no RuntimeException leaves the program", "a RuntimeException leaves the program"),
}


def report(verdict: Verdict, paint: Paint = plain, *, quiet: bool = False, assumptions: bool = False) -> str:
    """Return the violation or the reasons, then the totals and the verdict; only the verdict if `quiet`."""
    lines = [] if quiet else [*_violation(verdict), *_reasons(verdict)]
    body = "".join(f"{printable(line)}\n" for line in lines)
    if not quiet:
        body += text.summary(verdict.run, paint) + text.assumptions([verdict.run], listed=assumptions)
    return body + f"{verdict.of}: {paint(verdict.word.value, _STYLES[verdict.word])}{_said(verdict)}\n"


def _said(verdict: Verdict) -> str:
    holds, fails = WORDS[verdict.of]
    if verdict.word is Word.TRUE:
        return f": {holds}"
    return f": {fails}" if verdict.word is Word.FALSE else f": {verdict.open[0].text}"


def _violation(verdict: Verdict) -> list[str]:
    violation = verdict.violation
    if violation is None:
        return []
    position = violation.position
    lines = [
        f"{position.file}:{position.line}: error: {violation.exception} is not caught; seen on a JVM with these inputs"
    ]
    for each in violation.inputs[:_SHOWN]:
        lines.append(f"  {each.file}:{each.line}: {each.method} returns {each.java}")
    more = len(violation.inputs) - _SHOWN
    return [*lines, *([f"  … and {more} more"] if more > 0 else []), *([] if violation.inputs else ["  (no inputs)"])]


def _reasons(verdict: Verdict) -> list[str]:
    if verdict.word is not Word.UNKNOWN:
        return []
    more = len(verdict.open) - _SHOWN
    return [f"open: {each.text}" for each in verdict.open[:_SHOWN]] + ([f"… and {more} more"] if more > 0 else [])

"""The headline of a run.  This module alone ensures the law that unknown never looks safe.

A headline is ``good`` only if the run finished with status 0 and everything in it was decided.  The scripts of the page
only repeat what this module says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Style = Literal["good", "bad", "open", "plain"]
Part = Mapping[str, object]

_STATES = {
    "running": ("Running", "the run is still in progress"),
    "interrupted": ("Interrupted", "the run was interrupted before its end"),
    "failed": ("Failed", "the run ended before its end, in an error or because it could not be kept"),
    "broken-off": ("Broken off", "the process of the run ended without finishing it"),
    "out-of-time": ("Out of time", "the time of the run was over before its end"),
}
_SHOWN = 5
_STATUSES = {2: "wrong use, or input that could not be read", 4: "an error of symheap itself", 130: "interrupted"}
_ENDS = {
    "cut": "cut at a bound",
    "unsupported": "unsupported",
    "unknown": "not confirmed by any solver",
}


@dataclass(frozen=True, slots=True)
class Headline:
    """The headline of a run.  `reasons` explain why the run is not complete; a complete run has none."""

    style: Style
    words: str
    reasons: tuple[str, ...]
    figures: tuple[tuple[str, str], ...]
    subjects: tuple[tuple[int, Style, str], ...]

    def to_json(self) -> dict[str, object]:
        return {
            "style": self.style,
            "words": self.words,
            "reasons": list(self.reasons),
            "figures": [list(figure) for figure in self.figures],
            "subjects": [list(subject) for subject in self.subjects],
        }


def headline(model: Part) -> Headline:
    run, subjects = part(model.get("run")), parts(model.get("subjects"))
    errors = [finding for finding in parts(model.get("findings")) if finding.get("severity") == "error"]
    subject_lines = tuple((number(subject.get("number")), *_subject(subject, errors)) for subject in subjects)
    reasons = tuple(_reasons(run, subjects))
    bad = bool(errors) or run.get("status") == 1 or any(style == "bad" for _, style, _ in subject_lines)
    style: Style = "bad" if bad else "open" if reasons else "good"
    if style == "good" and all(each == "plain" for _, each, _ in subject_lines):
        style = "plain"
    return Headline(
        style, _words(style, run, subjects, len(errors)), reasons, tuple(_figures(run, subjects)), subject_lines
    )


def _words(style: Style, run: Part, subjects: Sequence[Part], errors: int) -> str:
    proofs = any(subject.get("kind") == "proof" for subject in subjects)
    if style == "bad":
        headline_words = counted(errors, "finding") if errors else "Findings"
        return f"Unsafe: {headline_words}" if proofs else headline_words
    if style == "open":
        state = _STATES.get(str(run.get("state")))
        return state[0] if state else "Unknown" if proofs else "Inconclusive"
    if style == "plain":
        return "Finished"
    return "Safe" if proofs else "Complete: no path crashes"


# Reasons for incompleteness -------------------------------------------------------------------------------------------


def _reasons(run: Part, subjects: Sequence[Part]) -> Iterator[str]:
    state, status = str(run.get("state")), run.get("status")
    if state != "finished":
        yield _STATES[state][1] if state in _STATES else f"the run is {state}"
    elif status is None:
        yield "the run left no exit status"
    if state != "running" and not subjects:
        yield "nothing was analysed"
    open_ends = [*_skipped(run), *_open_ends(subjects)]
    yield from open_ends
    if isinstance(status, int) and status not in (0, 1, 3):
        yield _STATUSES.get(status, f"exit status {status}")
    elif status == 3 and not open_ends:
        yield "inconclusive"


def _skipped(run: Part) -> Iterator[str]:
    """Yield the first methods that could not be explored, and the number of the others."""
    skipped = run.get("skipped")
    reasons = [str(each) for each in skipped] if isinstance(skipped, list) else []
    yield from (f"not explored: {each}" for each in reasons[:_SHOWN])
    if len(reasons) > _SHOWN:
        yield f"not explored: {len(reasons) - _SHOWN:,} more"


def _open_ends(subjects: Sequence[Part]) -> Iterator[str]:
    explorations = [subject for subject in subjects if subject.get("kind") == "exploration"]
    totals = [part(subject.get("totals")) for subject in explorations]
    unfinished = sum(not each for each in totals)
    if unfinished:
        yield f"{counted(unfinished, 'exploration')} not finished"
    for bound in dict.fromkeys(str(each["stopped"]) for each in totals if each.get("stopped")):
        yield f"stopped by {bound}"
    for end, words in _ENDS.items():
        count = sum(number(part(each.get("traces")).get(end)) for each in totals)
        if count:
            yield f"{counted(count, 'trace')} {words}"
    silent = sum(bool(each) and each.get("complete") is not True and not _explained(each) for each in totals)
    if silent:
        yield f"{counted(silent, 'exploration')} not complete"
    for subject in subjects:
        if subject.get("kind") == "proof" and subject.get("verdict") not in ("safe", "unsafe"):
            why = subject.get("reason")
            yield f"{subject.get('target')}: unknown" + (f" ({why})" if why else "")


def _explained(totals: Part) -> bool:
    traces = part(totals.get("traces"))
    return bool(totals.get("stopped")) or any(number(traces.get(end)) for end in _ENDS)


# Subjects -------------------------------------------------------------------------------------------------------------


def _subject(subject: Part, errors: Sequence[Part]) -> tuple[Style, str]:
    kind = subject.get("kind")
    if kind == "proof":
        verdict = subject.get("verdict")
        style: Style = "good" if verdict == "safe" else "bad" if verdict == "unsafe" else "open"
        return style, str(verdict) if verdict in ("safe", "unsafe") else "unknown"
    if kind != "exploration":
        return "plain", str(kind)
    count = sum(error.get("subject") == subject.get("number") for error in errors)
    if count:
        return "bad", counted(count, "finding")
    if any(path.get("style") == "bad" and path.get("confirmed") for path in parts(subject.get("paths"))):
        return "bad", "crashes"
    totals = part(subject.get("totals"))
    if not totals:
        return "open", "not finished"
    return ("good", "complete") if totals.get("complete") is True else ("open", "not complete")


# Figures --------------------------------------------------------------------------------------------------------------


def _figures(run: Part, subjects: Sequence[Part]) -> Iterator[tuple[str, str]]:
    totals = [part(subject.get("totals")) for subject in subjects if subject.get("kind") == "exploration"]
    progress = part(run.get("progress"))
    if len(subjects) > 1:
        yield "subjects", f"{len(subjects):,}"
    if progress and not all(totals):
        yield from ((f"{name} so far", f"{number(progress.get(name)):,}") for name in ("traces", "paths", "queries"))
    elif totals:
        traces = [part(each.get("traces")) for each in totals]
        yield "traces", f"{sum(number(each.get('total')) for each in traces):,}"
        for end in ("normal", "exceptional", "cut", "unsupported", "unknown"):
            count = sum(number(each.get(end)) for each in traces)
            if count or end in ("normal", "exceptional", "cut"):
                yield end, f"{count:,}"
        yield "paths", f"{sum(number(each.get('paths')) for each in totals):,}"
        solver = [part(each.get("solver")) for each in totals]
        yield "solver queries", f"{sum(number(each.get('queries')) for each in solver):,}"
    rounds = [each for subject in subjects for each in parts(part(subject.get("document")).get("rounds"))]
    if rounds:
        yield "rounds", f"{len(rounds):,}"
        yield "solver queries", f"{sum(number(each.get('queries')) for each in rounds):,}"
    seconds = run.get("seconds")
    if isinstance(seconds, int | float):
        yield "time", f"{seconds:,.2f} s"


# Reading --------------------------------------------------------------------------------------------------------------


def part(value: object) -> Part:
    return value if isinstance(value, Mapping) else {}


def parts(value: object) -> list[Part]:
    return [part(each) for each in value] if isinstance(value, list | tuple) else []


def number(value: object) -> int:
    return value if isinstance(value, int) else 0


def counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"

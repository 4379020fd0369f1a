"""Compare verdicts with runs, and distinguish wrong answers from those that only look wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from symheap_testing.c.fuzz.oracle import End, Run, Runs, may_use_what_is_unset
from symheap_testing.c.fuzz.program import FuzzProgram
from symheap_testing.c.fuzz.prover import FuzzVerdict


class Answer(Enum):
    """The judgement on a verdict.

    `MISSED`: safe, and a run fails.  `FALSE_ALARM`: unsafe, and the very input that it names runs clean, as do all
    others. `LEAK_MISSED`: no leak, and memory is left.  `UNCONFIRMED`: unsafe, no run shows it, and a run cannot be
    given all parts of the input.  `OUTSIDE`: safe, and undefined behaviour of another kind happens.
    """

    RIGHT = "right"
    OPEN = "open"
    MISSED = "missed"
    FALSE_ALARM = "false alarm"
    LEAK_MISSED = "leak missed"
    LEAK_UNSEEN = "leak unseen"
    UNCONFIRMED = "unconfirmed"
    OUTSIDE = "outside"
    CRASH = "crash"
    HANG = "hang"
    NOT_C = "not C"

    @property
    def wrong(self) -> bool:
        return self in _WRONG


_WRONG: Final = frozenset({Answer.MISSED, Answer.FALSE_ALARM, Answer.LEAK_MISSED, Answer.CRASH, Answer.HANG})
_HIDDEN: Final = ("lib-file", "lib-file-state", "lib-read", "lib-write")
"""Tags of programs that use memory of the library, such as buffers of streams."""
_BOTH_ORDERS: Final = (
    "argument-order",
    "argument-order-memory",
    "literals",
    "literal-tails",
    "addresses",
    "lib-malloc-zero",
    "lib-ctype",
    "lib-ctype-index",
)
"""Tags of programs whose result depends on the implementation: a failure under another choice may be reported."""
_UNFIT: Final = "is outside the range of representable values"
"""UBSan's words for a floating value outside of the range of an integer type."""
_TOLERATED: Final = re.compile(r"lib-read:(\w*printf|puts|fputs):null")
"""Tags of programs that print a null string: undefined, and tolerated by glibc."""
_CLOSED: Final = "this is not an open stream"
_STANDARD: Final = re.compile(r"\b(stdin|stdout|stderr)\b")


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement on a verdict, and the run on which it is based."""

    answer: Answer
    run: Run | None = None
    why: str = ""


def judge(program: FuzzProgram, verdict: FuzzVerdict, runs: Runs) -> Judgement:
    if verdict.word in ("crash", "hang"):
        return Judgement(Answer(verdict.word), why=verdict.reason)
    if not verdict.decided:
        return Judgement(Answer.OPEN, why=verdict.reason)
    if runs.refused:
        return Judgement(Answer.NOT_C, why=runs.refused)
    failed = _failed(runs)
    if verdict.word == "safe":
        return Judgement(Answer.MISSED, failed) if failed else _leaks(program, verdict, runs.runs)
    if failed:
        return Judgement(Answer.RIGHT, failed)
    return _unshown(program, verdict, runs)


def _failed(runs: Runs) -> Run | None:
    """Return the first run with an error.

    An optimiser folds a conversion of a number that does not fit to another value than the processor computes: after
    one, the behaviour of the plain build proves nothing.
    """
    odd = {run.number for run in runs.runs if not run.plain and _UNFIT in run.text}
    return next((run for run in runs.runs if run.end is End.ERROR and not (run.plain and run.number in odd)), None)


def _leaks(program: FuzzProgram, verdict: FuzzVerdict, runs: Sequence[Run]) -> Judgement:
    left = next((run for run in runs if run.end is End.CLEAN and run.left > 0), None)
    hidden = any(tag in _HIDDEN for tag in program.tags)
    if verdict.leak == "none" and left is not None and not hidden:
        return Judgement(Answer.LEAK_MISSED, left, f"{left.left} bytes are left")
    if verdict.leak in ("lost", "unreleased") and left is None:
        return Judgement(Answer.LEAK_UNSEEN)
    outside = next((run for run in runs if run.end is End.OUTSIDE), None)
    return Judgement(Answer.OUTSIDE, outside) if outside else Judgement(Answer.RIGHT)


def _unshown(program: FuzzProgram, verdict: FuzzVerdict, runs: Runs) -> Judgement:
    """Return the judgement on an unsafe verdict when no run fails."""
    outside = runs.first(End.OUTSIDE)
    if outside is not None:
        return Judgement(Answer.RIGHT, outside)
    values = verdict.inputs.get("values", [])
    given = next((run for run in runs.runs if run.number == 0), None)
    if given is None or given.end is End.LIMIT:
        return Judgement(Answer.UNCONFIRMED, given, "its run was stopped")
    if verdict.inputs.get("contents") or verdict.inputs.get("failures"):
        return Judgement(
            Answer.UNCONFIRMED, given, "it rests on bytes that nothing sets, or on an allocation that fails"
        )
    if len(values) > given.drawn:
        return Judgement(Answer.UNCONFIRMED, given, "it rests on answers of the library")
    if any(tag in _BOTH_ORDERS for tag in program.tags):
        return Judgement(Answer.UNCONFIRMED, given, "the implementation decides")
    if any(_TOLERATED.match(tag) for tag in program.tags) or _uses_closed_standard_stream(program, verdict):
        return Judgement(Answer.UNCONFIRMED, given, "it is undefined, and glibc tolerates it")
    if may_use_what_is_unset(program):
        return Judgement(Answer.UNCONFIRMED, given, "it rests on what nothing sets")
    return Judgement(Answer.FALSE_ALARM, given, "; ".join(verdict.findings))


def _uses_closed_standard_stream(program: FuzzProgram, verdict: FuzzVerdict) -> bool:
    """Whether a standard stream may be used after `fclose`, which is undefined, and which no sanitizer detects.

    glibc never frees these three, so using them shows nothing; using another closed stream is a use after free.
    """
    text = "\n".join(program.files())
    is_said = bool(verdict.findings) and all(each.endswith(_CLOSED) for each in verdict.findings)
    return is_said and "fclose(" in text and _STANDARD.search(text) is not None


def first_input(verdict: FuzzVerdict) -> str:
    """Return the input of a counterexample, in the format of a run."""
    return " ".join(map(str, _values(verdict)))


def with_one_less(verdict: FuzzVerdict) -> list[str]:
    """Return the input without one of its first values, for each in turn: it includes locals that are never set."""
    values = _values(verdict)
    return [" ".join(map(str, values[:at] + values[at + 1 :])) for at in range(min(len(values), 6))]


def _values(verdict: FuzzVerdict) -> list[int]:
    """Return the values of the inputs as numbers with a sign: the runner reads no others."""
    values = [value for value in verdict.inputs.get("values", []) if isinstance(value, int)]
    return [value - (1 << 64) if value >= 1 << 63 else value for value in values]

"""Answer entailments of separation logic: one file, several, or all of a folder, in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from symheap.core.deadline import Deadline, OutOfTime, within
from symheap.core.source import Position, SourceError
from symheap.lang.entailments.reading import read_problem
from symheap.report.entail.answer import Answer, Verdict, named
from symheap.separation.lists.answering import Word, answered
from symheap.session.status import Status, WrongUse, worst
from symheap.session.watching import Watcher

ENDING: Final = ".smt2"
SECONDS: Final = 60.0
_ENTAILMENT: Final = {Word.VALID: Verdict.VALID, Word.INVALID: Verdict.INVALID, Word.UNKNOWN: Verdict.UNKNOWN}
_FORMULA: Final = {**_ENTAILMENT, Word.VALID: Verdict.UNSATISFIABLE, Word.INVALID: Verdict.SATISFIABLE}
_STATUS: Final = {
    Verdict.VALID: Status.CLEAN,
    Verdict.UNSATISFIABLE: Status.CLEAN,
    Verdict.INVALID: Status.FINDINGS,
    Verdict.SATISFIABLE: Status.FINDINGS,
    Verdict.UNKNOWN: Status.INCONCLUSIVE,
    Verdict.ERROR: Status.WRONG_USE,
}


@dataclass(frozen=True, slots=True)
class Request:
    """Files and folders, and the seconds for each file."""

    targets: tuple[Path, ...]
    timeout: float | None = SECONDS


def files_of(targets: Sequence[Path]) -> list[Path]:
    """Return the files to read: those named, and those of the named folders and their subfolders, sorted by name."""
    return [file for target in targets for file in _files(target)]


def _files(target: Path) -> Iterator[Path]:
    if not target.is_dir():
        yield target
        return
    found = sorted(target.rglob(f"*{ENDING}"))
    if not found:
        raise WrongUse(f"no file of the folder {target} ends in {ENDING}")
    yield from found


def entail(request: Request, watcher: Watcher, hear: Callable[[Answer], None]) -> tuple[list[Answer], Status]:
    """Answer each file, and pass on each answer.  Return all of them, with the worst status."""
    answers: list[Answer] = []
    files = files_of(request.targets)
    watcher.show(lambda: f"symheap: {len(answers)} of {len(files)} problems answered")
    for file in files:
        answer = watcher.call(lambda file=file: _answer(file, request.timeout))  # type: ignore[misc]
        if answer is None:
            return answers, Status.INTERRUPTED
        answers.append(answer)
        hear(answer)
    return answers, worst(_STATUS[each.verdict] for each in answers)


def _answer(file: Path, seconds: float | None) -> Answer:
    began = perf_counter()
    try:
        answer = within(Deadline.after(seconds), lambda: _read_and_answered(file))
    except OutOfTime:
        answer = Answer(str(file), Verdict.UNKNOWN, reason="out of time (--timeout)")
    except SourceError as error:
        answer = Answer(str(file), Verdict.ERROR, reason=str(error))
    return Answer(answer.file, answer.verdict, answer.heap, answer.reason, perf_counter() - began)


def _read_and_answered(file: Path) -> Answer:
    problem = read_problem(_text(file), str(file))
    found = answered(problem)
    verdict = (_FORMULA if problem.right is None else _ENTAILMENT)[found.word]
    heap = None if found.model is None else named(found.model, problem)
    return Answer(str(file), verdict, heap, found.reason)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SourceError("this is not a text in UTF-8", Position(str(file), 1, 1)) from error

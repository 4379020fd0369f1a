"""``symheap check``: check the exactness theorem on one program, law by law."""

from __future__ import annotations

from symheap.cli.terminal.streams import LateOutput
from symheap.cli.terminal.watching import Watching
from symheap.report.explore import verdicts
from symheap.report.explore.verdicts import LawVerdict
from symheap.report.words import counted, heading
from symheap.session import check as session
from symheap.session.check import CheckedMethod, CheckResult
from symheap.session.settings import Settings
from symheap.session.status import Status
from symheap.session.subjects import Subjects


def check(target: str, settings: Settings, form: str, file: str | None, *, quiet: bool) -> Status:
    """Write each verdict as soon as it is known, or a document at the end."""
    with Watching(quiet=quiet) as watcher, LateOutput(file, watcher.progress) as out:
        result = session.check(target, settings, _Written(out, settings, is_text=form == "text"), watcher)
        if form == "text":
            out.get().write("".join(f"not explored: {each}\n" for each in result.subjects.skipped))
        else:
            out.get().write(_document(settings, result))
    return result.status


class _Written:
    """For text, writes one line per law and a closing line per program."""

    def __init__(self, out: LateOutput, settings: Settings, *, is_text: bool) -> None:
        self._out = out
        self._settings = settings
        self._is_text = is_text
        self._several = False

    def open(self, subjects: Subjects) -> None:
        self._out.get()
        self._several = subjects.several

    def begin(self, target: str) -> None:
        if self._several:
            self._write(heading(target, self._out.get().paint))

    def add(self, verdict: LawVerdict) -> None:
        self._write(verdicts.line(verdict, self._out.get().paint))

    def end(self, checked: CheckedMethod) -> None:
        self._write(_closing(self._settings, checked) + ("\n" if self._several else ""))

    def _write(self, words: str) -> None:
        if self._is_text:
            self._out.get().write(words)


def _document(settings: Settings, result: CheckResult) -> str:
    bounds = _bounds(settings)
    documents = [verdicts.document(each.target, bounds, [*each.verdicts], each.seconds) for each in result.checked]
    return result.subjects.document(documents)


def _bounds(settings: Settings) -> dict[str, int | float | None]:
    return {
        "max_calls": settings.max_calls,
        "max_loop": settings.max_loop,
        "max_objects": settings.max_objects,
        "max_int": settings.max_int,
        "max_heaps": settings.max_heaps,
        "timeout": settings.timeout or settings.method_timeout,
    }


def _closing(settings: Settings, checked: CheckedMethod) -> str:
    held = sum(verdict.outcome == "holds" for verdict in checked.verdicts)
    within = (
        f"up to {counted(settings.max_calls, 'nested call')}, initial heaps of up to "
        f"{counted(settings.max_objects, 'object')} with integers from 0 to {settings.max_int}"
    )
    return f"\n{held} of {len(checked.verdicts)} laws hold, {within}; {checked.seconds:.2f} s\n"

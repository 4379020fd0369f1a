"""Replay a counterexample: by the interpreter, by the user's own files, and by a program generated from them.

The user's files are compiled unchanged (`symheap.testgen.c.own.replay`).  If they end without an error on the inputs of
the counterexample, the error is refuted.  The generated program is a second witness: it can supply values that the
user's files do not ask for, such as the bytes of an uninitialised variable.

The compiled program confirms the error if a report has the same kind (`symheap.testgen.c.report`), and if its innermost
position in the user's files is on the line of the error.  A statement that spans several source lines is one line
there. For an error in a model of the C library, the line is that of the call.

At first AddressSanitizer places the objects: it has redzones, and does not reuse freed memory.  Only if that does not
show the error, the arena places them as the model did, since the addresses may matter.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from symheap.core.source import Position
from symheap.lang.c.client.exports import Library
from symheap.lang.c.options import COptions
from symheap.memory.execution.interpreter import DEFAULT_LIMITS, InterpreterLimits
from symheap.memory.execution.journal import Journal, journal
from symheap.memory.execution.oracle import Script, ScriptedOracle
from symheap.memory.execution.replays import ASAN, INTERPRETER, REPRODUCER, Replays
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed
from symheap.testgen.c.arena import NO_ARENA, arena
from symheap.testgen.c.compile import Compiler, NoCompiler, compiled, find_compiler, written
from symheap.testgen.c.own.replay import OwnEnd, OwnReplay, ReplayCase, replay_own
from symheap.testgen.c.report import Report, reports
from symheap.testgen.c.run import ENDED, EXCLUDED, LOST, Ran, ran
from symheap.testgen.c.source import source_text
from symheap.testgen.c.text import NotWritten, Text

NARROW: Final = "the compiled program is one of 64 bits: this machine cannot link 32"
PLACED: Final = "the compiled program places objects as the script does"


@dataclass(frozen=True, slots=True)
class ReplaySettings:
    """Settings of a replay.  `compiler` None: the first of gcc, cc and clang.  `limits` are those of the original run.

    `sources` are the user's files, read with `options`; without any, they are not run.
    """

    compiler: str | None = None
    sources: tuple[Path, ...] = ()
    options: COptions = field(default_factory=COptions)
    compile_seconds: float = 30.0
    run_seconds: float = 10.0
    limits: InterpreterLimits = DEFAULT_LIMITS


DEFAULT_SETTINGS: Final = ReplaySettings()


def replay(
    library: Library, program: Program, script: Script, failure: Failed, settings: ReplaySettings = DEFAULT_SETTINGS
) -> Replays:
    """Return which replays of `script` end in the error of `failure`.

    `program` is that of the library, or that of a client.
    """
    book = journal(program, ScriptedOracle(script), settings.limits)
    outcome = book.outcome
    if not isinstance(outcome, Failed) or (outcome.kind, outcome.position) != (failure.kind, failure.position):
        reason = "the script does not lead to the error"
        return Replays((), {INTERPRETER: reason, ASAN: reason, REPRODUCER: reason})
    own = _own_replay(library, program, script, book, failure, settings)
    if own.refutes:
        return Replays((), {ASAN: own.why}, is_refuted=True)
    confirmed, reasons = [INTERPRETER], dict[str, str]()
    if own.end is OwnEnd.SHOWN:
        confirmed.append(ASAN)
    else:
        reasons[ASAN] = own.why + (f"; it was not given {', '.join(own.missing)}" if own.missing else "")
    reason, notes = _compiled_replay(library, program, book, failure, settings)
    if reason:
        reasons[REPRODUCER] = reason
    else:
        confirmed.append(REPRODUCER)
    return Replays(tuple(confirmed), reasons, notes)


def replay_leak(
    library: Library, program: Program, script: Script, settings: ReplaySettings = DEFAULT_SETTINGS
) -> OwnReplay:
    """Return how the user's own files end under LeakSanitizer, on the inputs of a run that loses memory."""
    book = journal(program, ScriptedOracle(script), settings.limits)
    try:
        compiler = find_compiler(program.model, settings.compiler)
        case = ReplayCase(settings.sources, library, program, script, book, None, frozenset(), settings.options)
        return replay_own(case, compiler, settings.compile_seconds, settings.run_seconds)
    except (NoCompiler, NotWritten) as why:
        return OwnReplay(OwnEnd.OTHER, str(why))


def _own_replay(
    library: Library, program: Program, script: Script, book: Journal, failure: Failed, settings: ReplaySettings
) -> OwnReplay:
    """Return how the user's own files end."""
    if not settings.sources:
        return OwnReplay(OwnEnd.OTHER, "there are no files of the user's")
    error_place = failure.user_place
    try:
        compiler = find_compiler(program.model, settings.compiler)
        lines = source_text(library, program, book).statement_lines(error_place)
        case = ReplayCase(settings.sources, library, program, script, book, failure, lines, settings.options)
        return replay_own(case, compiler, settings.compile_seconds, settings.run_seconds)
    except (NoCompiler, NotWritten) as why:
        return OwnReplay(OwnEnd.OTHER, str(why))


def _compiled_replay(
    library: Library, program: Program, book: Journal, failure: Failed, settings: ReplaySettings
) -> tuple[str, tuple[str, ...]]:
    """Return why the compiled program does not show the error, or an empty text if it does; and notes."""
    try:
        compiler = find_compiler(program.model, settings.compiler)
        notes = () if compiler.fits else (NARROW,)
        reason = _attempt(source_text(library, program, book), compiler, failure, settings)
        placed = arena(book, program.model)
        if reason and placed is not NO_ARENA:
            again = _attempt(source_text(library, program, book, placed), compiler, failure, settings)
            return (reason, notes) if again else ("", (*notes, PLACED))
    except (NoCompiler, NotWritten) as why:
        return str(why), ()
    return reason, notes


def _attempt(text: Text, compiler: Compiler, failure: Failed, settings: ReplaySettings) -> str:
    with tempfile.TemporaryDirectory(prefix="symheap-") as name:
        folder = Path(name)
        binary = folder / "main"
        refused = compiled(compiler, written(text, folder), binary, settings.compile_seconds)
        if refused:
            return f"the program does not compile: {refused}"
        return difference(ran(binary, settings.run_seconds), text, failure)


def difference(run: Ran, text: Text, failure: Failed) -> str:
    """Return why a run does not show the error, in a sentence; empty if it does."""
    error_place = failure.user_place
    lines = text.lines_of(error_place)
    all_reports = reports(run.errors)
    for report in all_reports:
        where = _place(report, text)
        if (
            failure.kind in report.kinds
            and where is not None
            and where.file == error_place.file
            and where.line in lines
        ):
            return ""
    if all_reports:
        where = _place(all_reports[-1], text)
        place = "a place that is not known" if where is None else f"line {where.line}"
        kind = all_reports[-1].kinds[0].value if all_reports[-1].kinds else "of no known kind"
        return f"the compiled program reports another error: {all_reports[-1].what} ({kind}) at {place}"
    if run.status is None:
        return "the compiled program takes too long"
    if "AddressSanitizer" in run.errors:
        return "AddressSanitizer does not start on this machine"
    return _ENDS.get(run.status, f"the compiled program ends with status {run.status}")


_ENDS: Final = {
    ENDED: "the compiled program ends without an error",
    EXCLUDED: "an assumption does not hold in the compiled program",
    LOST: "the compiled program goes another way than the interpreter",
}


def _place(report: Report, text: Text) -> Position | None:
    """Return the innermost position of a report in the user's files."""
    for frame in report.frames:
        for file in text.own:
            if frame.file == file or frame.file.endswith(f"/{file}"):
                return Position(file, frame.line, 1)
    return None

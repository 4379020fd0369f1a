"""Replay a counterexample on the user's own files, compiled unchanged and run under AddressSanitizer."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib.resources import files
from pathlib import Path
from typing import Final

from symheap.core.source import Position
from symheap.lang.c.client.exports import Library
from symheap.lang.c.options import COptions
from symheap.lang.c.start import START
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.journal import Journal
from symheap.memory.execution.oracle import Script
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed
from symheap.testgen.c.compile import OWN_FLAGS, Compiler, command_run, first_error
from symheap.testgen.c.own.supply import Supply, supply
from symheap.testgen.c.own.text import answers_text, driver_text, is_supplied
from symheap.testgen.c.report import reports
from symheap.testgen.c.run import EXCLUDED, LEAK_OPTIONS, LOST, OPTIONS, Ran, ran
from symheap.testgen.c.sites import Sites
from symheap.testgen.c.text import NotWritten

_UNDEFINED: Final = re.compile(r"undefined reference to [`'\"](?P<name>\w+)[`'\"]")
_HEADER: Final = "symheap.h"
_VALUES_OF_NOTHING: Final = ("zero", "pattern")
"""Initial values that gcc can give to uninitialised variables, which may have any value."""
_SIZES: Final = "the sizes of its types: this machine builds no 32-bit programs"


class OwnEnd(Enum):
    """How the user's own program ends on the inputs of a counterexample."""

    SHOWN = "it shows the error"
    CLEAN = "it ends without an error"
    OTHER = "something else"


@dataclass(frozen=True, slots=True)
class OwnReplay:
    """The result of a replay.  `why` says in a sentence why the error is not shown.

    `missing` lists values that the run read and that could not be supplied.  `is_unseen`: no sanitizer detects this
    kind of error everywhere, such as a write to a constant local.
    """

    end: OwnEnd
    why: str = ""
    missing: tuple[str, ...] = ()
    is_unseen: bool = False

    @property
    def refutes(self) -> bool:
        """Whether the program ended without an error although it got every input."""
        return self.end is OwnEnd.CLEAN and not self.missing and not self.is_unseen


@dataclass(frozen=True, slots=True)
class ReplayCase:
    """A counterexample of a program in files, as run by the interpreter.

    `lines` are those at which the error may be reported.  Without a `failure`, the run is one that leaks.
    """

    sources: tuple[Path, ...]
    library: Library
    program: Program
    script: Script
    book: Journal
    failure: Failed | None
    lines: frozenset[int]
    options: COptions


def replay_own(case: ReplayCase, compiler: Compiler, compile_seconds: float, run_seconds: float) -> OwnReplay:
    """Compile the user's files with a file of answers, run them, and compare the report with the error.

    Raises `NotWritten` if there is no driver for the called functions.
    """
    sites = Sites(case.program, case.book)
    plan = supply(case.library, case.program, case.book, sites, case.script)
    done = _attempt(case, sites, plan, compiler, compile_seconds, run_seconds)
    for value in _VALUES_OF_NOTHING:
        if not plan.missing or done.end is OwnEnd.SHOWN:
            break
        other = replace(compiler, more=(f"-ftrivial-auto-var-init={value}",))
        again = _attempt(case, sites, plan, other, compile_seconds, run_seconds)
        done = again if again.end is OwnEnd.SHOWN else done
    return done if compiler.fits else replace(done, missing=(*done.missing, _SIZES))


def _attempt(
    case: ReplayCase, sites: Sites, plan: Supply, compiler: Compiler, compile_seconds: float, run_seconds: float
) -> OwnReplay:
    with tempfile.TemporaryDirectory(prefix="symheap-") as name:
        folder = Path(name)
        refused, missed = _built(case, sites, plan, compiler, folder, compile_seconds)
        unknown = [f"what {each} does" for each in missed if not is_supplied(each)]
        plan = replace(plan, missing=(*plan.missing, *unknown))
        if refused:
            return OwnReplay(OwnEnd.OTHER, f"the user's files do not compile: {refused}", plan.missing)
        options = OPTIONS if case.failure is not None else LEAK_OPTIONS
        return _judged(case, ran(folder / "own", run_seconds, ("a",) * plan.arguments, options), plan)


# Compiling ------------------------------------------------------------------------------------------------------------


def _built(
    case: ReplayCase, sites: Sites, plan: Supply, compiler: Compiler, folder: Path, seconds: float
) -> tuple[str, tuple[str, ...]]:
    """Build the program; return the compiler's first error, if any, and the functions missing at link time.

    Missing functions are defined in a second attempt.
    """
    header = files("symheap.lang.c.front.prelude").joinpath("first", _HEADER).read_text(encoding="utf-8")
    (folder / _HEADER).write_text(header, encoding="utf-8")
    included = None if case.program.entry in ("main", START) else _included(case)
    objects: list[str] = []
    for number, source in enumerate(each for each in case.sources if each != included):
        made = str(folder / f"unit{number}.o")
        refused = _done([*_reading(case, compiler, folder), "-c", str(source.absolute()), "-o", made], seconds)[0]
        if refused:
            return refused, ()
        objects.append(made)
    refused, missed = _linked(case, sites, plan, compiler, folder, objects, included, (), seconds)
    if refused and missed:
        refused, _ = _linked(case, sites, plan, compiler, folder, objects, included, missed, seconds)
    return refused, missed


def _reading(case: ReplayCase, compiler: Compiler, folder: Path) -> list[str]:
    """Return the compiler command with the options that the user's files need."""
    options = case.options
    command = [compiler.command, *OWN_FLAGS, *compiler.more, compiler.width, "-DSYMHEAP=1"]
    command += [f"-I{each}" for each in options.include] + [f"-D{each}" for each in options.define]
    command += [f"-U{each}" for each in options.undefine]
    command += [f"-isystem{each}" for each in options.include_system]
    command += [f"-std={options.standard}"] if options.standard else []
    command.append(f"-idirafter{folder}")
    for header in options.include_first:
        command += ["-include", header]
    return command


def _linked(
    case: ReplayCase,
    sites: Sites,
    plan: Supply,
    compiler: Compiler,
    folder: Path,
    objects: Sequence[str],
    included: Path | None,
    undefined: Sequence[str],
    seconds: float,
) -> tuple[str, tuple[str, ...]]:
    """Compile the additional file and link; return the first error and the missing functions."""
    beside = folder / "beside.c"
    if included is None:
        text = answers_text(case.program, sites, plan, undefined)
        command = [compiler.command, *OWN_FLAGS, compiler.width]
    else:
        text = driver_text(case.library, case.program, sites, plan, included.absolute(), undefined)
        command = _reading(case, compiler, folder)
    beside.write_text(text, encoding="utf-8", errors="surrogateescape")
    wraps = [f"-Wl,--wrap={name}" for name in plan.wrapped]
    return _done([*command, *wraps, *objects, str(beside), "-o", str(folder / "own"), "-lm"], seconds)


def _done(command: list[str], seconds: float) -> tuple[str, tuple[str, ...]]:
    """Run a compiler; return its first error, if any, and the functions missing at link time."""
    done = command_run(command, Path.cwd(), seconds)
    if done is None:
        return "the compiler takes too long", ()
    if done.returncode == 0:
        return "", ()
    missed = dict.fromkeys(_UNDEFINED.findall(done.stderr))
    return first_error(done.stderr), tuple(name for name in missed if not name.startswith("__real_"))


def _included(case: ReplayCase) -> Path:
    """Return the file that contains the functions called by a client."""
    called = {
        case.library.exports[name].position.file for name in case.program.functions if name in case.library.exports
    }
    containing = [each for each in case.sources if str(each) in called]
    if len(containing) != 1:
        raise NotWritten("the functions that are called are in several files, or in a header")
    return containing[0]


# Comparing ------------------------------------------------------------------------------------------------------------


def _judged(case: ReplayCase, run: Ran, plan: Supply) -> OwnReplay:
    if case.failure is None:
        return _judged_leak(run, plan)
    error_place, kind = case.failure.user_place, case.failure.kind
    all_reports = reports(run.errors)
    for report in all_reports:
        place = _place([(frame.file, frame.line) for frame in report.frames], case)
        if kind in report.kinds and place is not None and place.file == error_place.file and place.line in case.lines:
            return OwnReplay(OwnEnd.SHOWN, missing=plan.missing)
    if all_reports:
        place = _place([(frame.file, frame.line) for frame in all_reports[-1].frames], case)
        where = "a place that is not known" if place is None else f"line {place.line}"
        return OwnReplay(
            OwnEnd.OTHER, f"the user's own program reports {all_reports[-1].what} at {where}", plan.missing
        )
    if run.status is None:
        return OwnReplay(OwnEnd.OTHER, "the user's own program takes too long", plan.missing)
    if run.status == LOST:
        return OwnReplay(OwnEnd.OTHER, "the user's own program asks for other inputs", plan.missing)
    if run.status == EXCLUDED:
        return OwnReplay(OwnEnd.OTHER, "an assumption does not hold in the user's own program", plan.missing)
    if "AddressSanitizer" in run.errors:
        return OwnReplay(OwnEnd.OTHER, "AddressSanitizer does not start on this machine", plan.missing)
    is_unseen = kind is MemoryErrorKind.READ_ONLY
    return OwnReplay(OwnEnd.CLEAN, "the user's own program ends without an error", plan.missing, is_unseen)


def _judged_leak(run: Ran, plan: Supply) -> OwnReplay:
    """Judge whether LeakSanitizer reports lost memory.  It does not run after an abort."""
    if "LeakSanitizer: detected memory leaks" in run.errors:
        return OwnReplay(OwnEnd.SHOWN, missing=plan.missing)
    if "Sanitizer" in run.errors or run.status in (None, LOST, EXCLUDED) or (run.status or 0) < 0:
        return OwnReplay(OwnEnd.OTHER, "the user's own program does not end as it should", plan.missing)
    return OwnReplay(OwnEnd.CLEAN, "LeakSanitizer sees no leak in the user's own program", plan.missing)


def _place(frames: Sequence[tuple[str, int]], case: ReplayCase) -> Position | None:
    """Return the innermost position of a report in the user's files."""
    own = {function.position.file for function in case.program.functions.values()}
    for file, line in frames:
        for mine in own:
            if file == mine or file.endswith(f"/{mine}") or Path(mine).absolute() == Path(file):
                return Position(mine, line, 1)
    return None

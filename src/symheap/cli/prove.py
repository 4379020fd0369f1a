"""``symheap prove``: memory safety of C, by shape analysis."""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from symheap import config
from symheap.cli.interrupt import Interrupt
from symheap.cli.status import Status, WrongUse, worst
from symheap.cli.terminal import Output, Progress, output
from symheap.core.source import Position, SourceError
from symheap.lang.c.client import Client, clients
from symheap.lang.c.client_pre import parse_preconditions
from symheap.lang.c.entry import load_library
from symheap.lang.c.options import COptions
from symheap.lang.target import TargetError
from symheap.memory.ir import DataModel
from symheap.report import json, prove_json, prove_sarif, prove_several, prove_text
from symheap.report.prove_fields import Fields
from symheap.report.prove_graph import graph_of, to_dot
from symheap.report.prove_proof import LEAK, Proof, Subject, Wanted
from symheap.report.prove_svg import to_svg
from symheap.shape.analysis import Analysis, Limits
from symheap.shape.checking import recheck
from symheap.shape.fold import Abstraction
from symheap.shape.logic import Logic
from symheap.shape.transition import Edge, Gap
from symheap.shape.verdict import Leak, Word
from symheap.solver.chain import default_chain

ENDINGS = (".c", ".h", ".i")


@dataclass(frozen=True, slots=True)
class ProveSettings:
    """Everything that decides what an analysis does.  The names are those of the options."""

    entry: str | None = None
    pre: str | None = None
    property: str = "memsafety"
    model: str = "lp64"
    patterns: str = "discover"
    check: bool = False
    timeout: float = 60.0
    malloc_may_fail: bool = False
    havoc_unknown: bool = False
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    include_first: tuple[str, ...] = ()
    solver: str = "auto"
    solver_timeout: float = 2.0

    def reading(self) -> COptions:
        """How C is to be read."""
        return COptions(
            model=DataModel(self.model),
            include=tuple(map(Path, self.include)),
            define=self.define,
            include_first=self.include_first,
            entry=self.entry,
            malloc_may_fail=self.malloc_may_fail,
            havoc_unknown=self.havoc_unknown,
        )


@dataclass(frozen=True, slots=True)
class Showing:
    """What is shown of a proof, and where."""

    form: str = "text"
    file: Path | None = None
    graph: bool = False
    quiet: bool = False
    verbose: bool = False


_SHARED = ("timeout", "solver", "solver_timeout")


def settle(given: Mapping[str, Any]) -> ProveSettings:
    """Defaults, then the settings file (its table ``prove`` before what all commands share), then the command line."""
    found = config.find(Path.cwd())
    said: dict[str, Any] = {name: value for name, value in found.shared.items() if name in _SHARED}
    said |= found.prove
    said |= {name: value for name, value in given.items() if value is not None}
    return replace(ProveSettings(), **said)


def prove(files: tuple[Path, ...], settings: ProveSettings, showing: Showing) -> Status:
    for file in files:
        _readable(file)
    _consistent(files, settings, showing)
    work = Work(files, settings)
    with Interrupt() as interrupt, Progress(work.line, quiet=showing.quiet) as progress:
        subjects = interrupt.call(work.load)
        if subjects is None:
            raise KeyboardInterrupt
        if showing.form == "svg" and len(subjects) > 1:
            raise WrongUse("--format svg draws one system: name a function with --entry")
        with output(str(showing.file) if showing.file is not None else None, progress) as out:
            proofs = [*work.proofs(subjects, interrupt)]
            out.write(FORMS[showing.form](proofs, showing, out))
    return Status.INTERRUPTED if interrupt.seen else worst(map(status, proofs))


def status(proof: Proof) -> Status:
    """Unknown never looks like safe.  A leak is a finding if leaks were asked for."""
    verdict = proof.verdict
    if verdict.word is Word.UNSAFE:
        return Status.FINDINGS
    if verdict.word is Word.UNKNOWN:
        return Status.INCONCLUSIVE
    leaks = proof.wanted.aim == LEAK and verdict.leak is not Leak.NONE
    return Status.FINDINGS if leaks else Status.CLEAN


def _name(client: Client) -> str:
    """The functions that are called; nothing for a program of its own."""
    return "" if client.name == "main" else client.name.removeprefix("calls of ").replace(", ", ",")


class Work:
    """Programs being read and analysed."""

    def __init__(self, files: tuple[Path, ...], settings: ProveSettings) -> None:
        self._files = files
        self._settings = settings
        self._analysis: Analysis | None = None
        self._name = str(files[0])
        self._start = time.perf_counter()

    def line(self) -> str:
        """How far it is."""
        if self._analysis is None:
            return f"symheap: reading {self._name}"
        system, seconds = self._analysis.system, time.perf_counter() - self._start
        states, errors = len(system.vertices), len(system.failures)
        return f"symheap: {self._name}: {states} states, {errors} possible errors, {seconds:.0f} s"

    def load(self) -> tuple[Subject, ...]:
        """The program from its ``main`` on, or one client for each function that it exports."""
        settings = self._settings
        given = parse_preconditions(_text_of(settings.pre), settings.pre) if settings.pre is not None else ()
        library = load_library(self._files, settings.reading())
        found = clients(library, given)
        if not found:
            raise SourceError("there is no main and no exported function", Position(str(self._files[0]), 1, 1))
        return tuple(Subject(each.program, each.functions, _name(each), Fields(library)) for each in found)

    def proofs(self, subjects: tuple[Subject, ...], interrupt: Interrupt) -> Iterator[Proof]:
        """One after the other, until an interrupt: then what was found so far."""
        for subject in subjects:
            yield self._analyse(subject, interrupt)
            if interrupt.seen:
                return
            self._start = time.perf_counter()

    def _analyse(self, subject: Subject, interrupt: Interrupt) -> Proof:
        settings = self._settings
        logic, queries = self._logic()
        self._name = subject.client or self._name
        abstraction = Abstraction(logic, subject.program.model.pointer, settings.patterns == "coarse")
        analysis = Analysis(subject.program, logic, abstraction, Limits(seconds=settings.timeout))
        self._analysis = analysis
        interrupt.call(analysis.run)
        system = analysis.system
        broken: list[Edge] | None = None
        if settings.check and not interrupt.seen:
            broken = interrupt.call(lambda: recheck(self._logic()[0], system))
        if interrupt.seen:
            system.gaps.append(Gap("interrupted", None))
        return Proof.of(
            self._wanted(),
            subject,
            system,
            time.perf_counter() - self._start,
            queries=queries(),
            broken=None if broken is None else tuple(broken),
        )

    def _logic(self) -> tuple[Logic, Callable[[], int]]:
        """A logic that remembers nothing, and how much it has asked."""
        milliseconds = max(1, round(1000 * self._settings.solver_timeout))
        solver, statistics = default_chain(timeout_ms=milliseconds, backend=self._settings.solver)
        return Logic(solver), lambda: statistics.queries

    def _wanted(self) -> Wanted:
        settings = self._settings
        return Wanted(
            tuple(map(str, self._files)),
            settings.property,
            settings.entry,
            settings.patterns,
            settings.timeout,
            settings.malloc_may_fail,
            settings.havoc_unknown,
            settings.pre is not None,
        )


# Files ----------------------------------------------------------------------------------------------------------------


def _readable(file: Path) -> None:
    """Refuses what is no C file, before a compiler is asked."""
    name = str(file)
    if file.suffix.lower() not in ENDINGS:
        raise TargetError(f"prove is for C; files end in {', '.join(ENDINGS)}", name)
    try:
        mode = file.stat().st_mode
    except OSError as error:
        raise TargetError(error.strerror or str(error), name) from error
    except ValueError as error:
        raise TargetError(str(error), name) from error
    if stat.S_ISDIR(mode):
        raise TargetError("this is a folder; name a C file in it", name)
    if not stat.S_ISREG(mode):
        raise TargetError("this is not a regular file", name)
    data = file.read_bytes()
    if b"\0" in data:
        raise SourceError("this is not a text", Position(name, data[: data.index(b"\0")].count(b"\n") + 1, 1))


def _text_of(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise TargetError("this is not UTF-8 text", file) from error


def _consistent(files: tuple[Path, ...], settings: ProveSettings, showing: Showing) -> None:
    for folder in settings.include:
        if not Path(folder).is_dir():
            raise WrongUse(f"-I: there is no folder {folder}")
    out = showing.file
    if out is not None and out.exists() and any(out.samefile(file) for file in files):
        raise WrongUse("-o names the program itself")


# Forms ----------------------------------------------------------------------------------------------------------------


def _text(proofs: Sequence[Proof], showing: Showing, out: Output) -> str:
    def shown(proof: Proof) -> str:
        return prove_text.report(
            proof,
            quiet=showing.quiet,
            verbose=showing.verbose,
            graph=showing.graph,
            ascii_only=out.ascii_only,
            paint=out.paint,
        )

    return shown(proofs[0]) if len(proofs) == 1 else prove_several.text(proofs, shown, out.paint)


def _json(proofs: Sequence[Proof], showing: Showing, out: Output) -> str:
    if len(proofs) == 1:
        return json.text(prove_json.document(proofs[0], graph=showing.graph))
    return json.text(prove_several.document(proofs, graph=showing.graph))


FORMS: Mapping[str, Callable[[Sequence[Proof], Showing, Output], str]] = {
    "text": _text,
    "json": _json,
    "sarif": lambda proofs, showing, out: json.text(prove_sarif.document(proofs)),
    "dot": lambda proofs, showing, out: "".join(to_dot(graph_of(proof)) for proof in proofs),
    "svg": lambda proofs, showing, out: "".join(to_svg(graph_of(proof)) for proof in proofs),
}

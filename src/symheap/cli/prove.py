"""``symheap prove``: memory safety of C, by shape analysis."""

from __future__ import annotations

import re
import stat
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from symheap import config
from symheap.cli.interrupt import Interrupt
from symheap.cli.status import Status, WrongUse, worst
from symheap.cli.terminal import Output, Progress, complain, output
from symheap.core.source import Position, SourceError
from symheap.diagnosis.algorithm import Deciding, Replay, Tools, by_interpreter
from symheap.diagnosis.decision import Settings as DecisionSettings
from symheap.feasible.check import feasible
from symheap.feasible.counterexample import Counterexample
from symheap.lang.c.client import Client, clients
from symheap.lang.c.client_exports import Library
from symheap.lang.c.client_pre import parse_preconditions
from symheap.lang.c.entry import load_library
from symheap.lang.c.options import COptions
from symheap.lang.target import TargetError
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.ir import DataModel, Program
from symheap.report import json, prove_json, prove_sarif, prove_several, prove_text
from symheap.report.prove_fields import Fields
from symheap.report.prove_graph import graph_of, to_dot
from symheap.report.prove_proof import LEAK, REACH, Proof, Subject, Wanted
from symheap.report.prove_refuted import telling
from symheap.report.prove_svg import to_svg
from symheap.report.prove_witness import Task, correctness, violation
from symheap.report.svg import to_svg as to_picture_svg
from symheap.shape.checking import recheck
from symheap.shape.logic import Logic
from symheap.shape.precision import COARSE, FINE
from symheap.shape.transition import Edge, Gap
from symheap.shape.verdict import Leak, Word
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain
from symheap.testgen.c.replay import PLACED
from symheap.testgen.c.replay import replay as replay_c
from symheap.testgen.c.reproducer import write_reproducer
from symheap.testgen.c.text import NotWritten

ENDINGS = (".c", ".h", ".i")
_DRAWN = 20
"""So many of the last moments of a run are drawn."""


@dataclass(frozen=True, slots=True)
class ProveSettings:
    """Everything that decides what an analysis does.  The names are those of the options."""

    entry: str | None = None
    pre: str | None = None
    property: str = "memsafety"
    model: str = "lp64"
    patterns: str = "discover"
    rounds: int = 6
    encoding: str = "paths"
    replay: bool = False
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
    witness: Path | None = None
    reproducer: Path | None = None
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
        work.keep(proofs, showing)
    for note in work.notes:
        complain(f"symheap: note: {note}")
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
        self._deciding: Deciding | None = None
        self._library: Library | None = None
        self._name = str(files[0])
        self._start = time.perf_counter()
        self.notes: list[str] = []
        self._placed: set[int] = set()

    def line(self) -> str:
        """How far it is."""
        if self._deciding is None:
            return f"symheap: reading {self._name}"
        system, seconds = self._deciding.analysis.system, time.perf_counter() - self._start
        states, errors = len(system.vertices), len(system.failures)
        return f"symheap: {self._name}: {states} states, {errors} possible errors, {seconds:.0f} s"

    def load(self) -> tuple[Subject, ...]:
        """The program from its ``main`` on, or one client for each function that it exports."""
        settings = self._settings
        given = parse_preconditions(_text_of(settings.pre), settings.pre) if settings.pre is not None else ()
        library = self._library = load_library(self._files, settings.reading())
        found = clients(library, given)
        if not found:
            raise SourceError("there is no main and no exported function", Position(str(self._files[0]), 1, 1))
        fields = Fields(library)
        return tuple(Subject(each.program, each.functions, _name(each), fields, fields.members) for each in found)

    def proofs(self, subjects: tuple[Subject, ...], interrupt: Interrupt) -> Iterator[Proof]:
        """One after the other, until an interrupt: then what was found so far."""
        for subject in subjects:
            yield self._analyse(subject, interrupt)
            if interrupt.seen:
                return
            self._start = time.perf_counter()

    def _analyse(self, subject: Subject, interrupt: Interrupt) -> Proof:
        settings = self._settings
        self._name = subject.client or self._name
        statistics: list[Statistics] = []
        tools = Tools(feasible=partial(feasible, encoding=settings.encoding), solver=self._solver(statistics))
        replay = self._replay(subject.program) if settings.replay else by_interpreter(subject.program)
        deciding = self._deciding = Deciding(subject.program, self._phases(), replay, tools)
        decision = interrupt.call(deciding.run)
        system = deciding.analysis.system if decision is None else decision.system
        broken: list[Edge] | None = None
        if settings.check and not interrupt.seen:
            logic = Logic(self._solver([])(round(1000 * settings.solver_timeout)))
            broken = interrupt.call(lambda: recheck(logic, system))
        if interrupt.seen:
            system.gaps.append(Gap("interrupted", None))
        return Proof.of(
            self._wanted(),
            subject,
            system,
            time.perf_counter() - self._start,
            queries=sum(each.queries for each in statistics),
            broken=None if broken is None else tuple(broken),
            decision=decision,
        )

    def _phases(self) -> DecisionSettings:
        settings = self._settings
        ignored = (
            frozenset(MemoryErrorKind) - {MemoryErrorKind.ASSERTION} if settings.property == REACH else frozenset()
        )
        return DecisionSettings(
            seconds=settings.timeout,
            rounds=settings.rounds,
            precision=COARSE if settings.patterns == "coarse" else FINE,
            solver_ms=max(1, round(1000 * settings.solver_timeout)),
            ignored=frozenset(ignored),
        )

    def _solver(self, statistics: list[Statistics]) -> Callable[[int], Solver]:
        """Makes solvers that remember nothing, and notes what they are asked."""

        def made(milliseconds: int) -> Solver:
            solver, counts = default_chain(timeout_ms=max(1, milliseconds), backend=self._settings.solver)
            statistics.append(counts)
            return solver

        return made

    def _replay(self, program: Program) -> Replay:
        """On the interpreter, and compiled, under AddressSanitizer."""
        library = self._library
        assert library is not None

        def replayed(found: Counterexample) -> Sequence[str]:
            done = replay_c(library, program, found.script, found.failure)
            self.notes += [f"{name} does not show it: {why}" for name, why in done.reasons.items()]
            if PLACED in done.notes:
                self._placed.add(id(program))
            return done.confirmed

        return replayed

    def keep(self, proofs: Sequence[Proof], showing: Showing) -> None:
        """The files that were asked for beside the report."""
        if showing.witness is not None:
            self._write_witness(proofs, showing.witness)
        if showing.reproducer is not None:
            self._write_reproducers(proofs, showing.reproducer)

    def _write_witness(self, proofs: Sequence[Proof], file: Path) -> None:
        if len(proofs) != 1:
            raise WrongUse("--witness is for one program: name a function with --entry")
        [proof] = proofs
        created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        task = Task(tuple(map(str, self._files)), proof.program, created)
        if proof.verdict.word is Word.UNSAFE and proof.trace is not None:
            text = violation(task, proof.trace)
        elif proof.verdict.word is Word.SAFE:
            text = correctness(task, proof)
        else:
            self.notes.append(f"no witness is written: {proof.target} is {proof.verdict.word.value}")
            return
        file.write_text(text, encoding="utf-8")

    def _write_reproducers(self, proofs: Sequence[Proof], folder: Path) -> None:
        found = [each for each in proofs if each.verdict.word is Word.UNSAFE]
        if not found:
            self.notes.append("no reproducer is written: nothing is unsafe")
        for proof in found:
            where = folder if len(found) == 1 else folder / re.sub(r"\W+", "_", proof.subject.client)
            try:
                self._write_reproducer(proof, where)
            except NotWritten as why:
                self.notes.append(f"no reproducer is written: {why}")

    def _write_reproducer(self, proof: Proof, folder: Path) -> None:
        assert self._library is not None
        assert proof.decision is not None
        assert proof.decision.counterexample is not None
        script, placed = proof.decision.counterexample.script, id(proof.program) in self._placed
        write_reproducer(folder, self._library, proof.program, script, as_placed=placed)
        told = telling(proof)
        if told is not None:
            (folder / "trace.txt").write_text("\n".join(told.lines()) + "\n", encoding="utf-8")
            for number, moment in enumerate(told.trace.moments[-_DRAWN:], 1):
                drawing = to_picture_svg(told.picture(moment), f"{moment.position}: {moment.function}")
                (folder / f"step-{number:02}.svg").write_text(drawing, encoding="utf-8")

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

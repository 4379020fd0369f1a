"""SLAyer's programs: Table 1 of [SLAyer] beside ours, and its public test suite against the labels that come with it.

The suite is a folder with ``test/`` and ``include/``.  Its programs assume 32-bit types, an allocator that does not
fail, and memory with arbitrary initial contents.  The programs of table rows that were not released are our own.
"""

from __future__ import annotations

import csv
import io
import multiprocessing
import re
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from symheap.bmc.counterexample import Counterexample
from symheap.core.source import SourceError
from symheap.lang.c.client.most_general import clients
from symheap.lang.c.entry import load_library
from symheap.lang.c.options import COptions
from symheap.memory.execution.replays import INTERPRETER
from symheap.memory.ir import DataModel
from symheap.refinement.algorithm import decide
from symheap.refinement.decision import Settings as DecisionSettings
from symheap.separation.abstraction.precision import COARSE, FINE
from symheap.separation.proof.verdict import Leak, Word
from symheap.store.records import Json
from symheap.testgen.c.replay import ReplaySettings, replay

SAFE, MAY_LEAK, UNSAFE = "SAFE", "SAFE, MAY LEAK", "UNSAFE"
_LABEL: Final = re.compile(r"(\S+\.c): (.*)")
_INCLUDE: Final = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.MULTILINE)
_HEADERS: Final = ("slayer_intrinsics.h", "slayer.h")


@dataclass(frozen=True, slots=True)
class SuiteProgram:
    """A program and its expected result: `label` after our corrections, `printed` as in the suite.

    `row` is its row of Table 1, if any.  `coarse`: the analysis begins with bare spines, as the paper's does.
    """

    name: str
    file: Path
    options: COptions
    label: str = ""
    printed: str = ""
    row: str = ""
    coarse: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """The result for a program."""

    name: str
    word: str
    reason: str
    leak: str
    seconds: float
    line: int = 0
    replayed: tuple[str, ...] = ()
    rounds: int = 0
    unreplayed: str = ""


def judged_form(judged: Judged) -> dict[str, Json]:
    return {**asdict(judged), "replayed": list(judged.replayed)}


def judged_of(form: dict[str, Any]) -> Judged:
    """Return the result of a JSON form: the inverse of `judged_form`."""
    return Judged(**{**form, "replayed": tuple(form["replayed"])})


@dataclass(frozen=True, slots=True)
class Table1Row:
    """A row of Table 1: the results of the paper's tool before and after diagnosis, with the seconds for each."""

    test: str
    before: str
    before_seconds: float
    after: str
    extra_seconds: float


def table1() -> tuple[Table1Row, ...]:
    text = files("symheap.bench").joinpath("data/slayer_table1.csv").read_text(encoding="utf-8")
    return tuple(
        Table1Row(
            record["test"],
            record["before"],
            float(record["before_s"]),
            record["after"],
            sum(map(float, filter(None, record["extra_s"].split("+")))),
        )
        for record in csv.DictReader(io.StringIO(text))
    )


def _facts() -> Mapping[str, Mapping[str, str]]:
    text = files("symheap.bench").joinpath("data/slayer_suite.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


# Programs -------------------------------------------------------------------------------------------------------------


def own_programs(folder: Path) -> tuple[SuiteProgram, ...]:
    """Copy our programs for the rows of Table 1 that were not released to `folder`, and return them."""
    programs: list[SuiteProgram] = []
    for resource in sorted(files("symheap.bench").joinpath("data/slayer_table1").iterdir(), key=lambda each: each.name):
        with as_file(resource) as source:
            file = folder / resource.name
            file.write_bytes(source.read_bytes())
        row = resource.name.removesuffix(".c")
        programs.append(SuiteProgram(f"own/{resource.name}", file, COptions(), UNSAFE, "", row))
    return tuple(programs)


def suite_programs(suite: Path, aliases: Path) -> tuple[SuiteProgram, ...]:
    """Return the programs of the suite that have a label.

    `aliases` is a folder for links to headers that are included with different upper and lower case.
    """
    test, facts = suite / "test", _facts()
    rows = {file: row for row, file in facts["table1"].items()}
    labels = dict(_labels(test / "CORRECT.txt"))
    shared = (suite / "include", aliases, test / "kmdf", test / "sll", test / "csll")
    programs: list[SuiteProgram] = []
    for name, printed in labels.items():
        file = test / name
        if not file.is_file():
            continue
        options = COptions(
            model=DataModel.ILP32, include=(*shared, file.parent), define=("SLAyer",), include_first=_HEADERS
        )
        label = facts["corrected"].get(name, printed)
        row = rows.get(name, "")
        programs.append(SuiteProgram(name, file, options, label, printed, row, coarse=row == "list_of_objects"))
    _alias(programs, shared[0], aliases)
    return tuple(programs)


def _labels(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the labels.  The released tool never answers UNSAFE; its POSSIBLY UNSAFE means that."""
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        match = _LABEL.match(line)
        if match:
            label = match[2].strip()
            yield match[1], UNSAFE if label == "POSSIBLY UNSAFE" else label


def _alias(programs: Sequence[SuiteProgram], headers: Path, aliases: Path) -> None:
    """Link headers under the names used in programs.  The suite was written for file names without case."""
    known = {file.name.lower(): file for file in headers.iterdir()}
    for program in programs:
        for name in _INCLUDE.findall(program.file.read_text(encoding="latin-1")):
            meant = known.get(name.lower())
            if meant is not None and meant.name != name and not (aliases / name).exists():
                (aliases / name).symlink_to(meant.resolve())


# Running --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProgramJob:
    program: SuiteProgram
    seconds: float
    asan: bool


def judge(job: ProgramJob) -> Judged:
    """Judge one program in this process."""
    program, began = job.program, time.perf_counter()
    try:
        library = load_library((program.file,), program.options)
        [client] = clients(library, ())
    except (SourceError, ValueError) as error:
        return Judged(program.name, Word.UNKNOWN.value, f"not read: {error}", "", time.perf_counter() - began)
    reasons: list[str] = []

    def replays(counterexample: Counterexample) -> Sequence[str]:
        chosen = ReplaySettings(sources=(program.file,), options=program.options)
        done = replay(library, client.program, counterexample.script, counterexample.failure, chosen)
        reasons.extend(f"{name}: {why}" for name, why in done.reasons.items())
        return done.confirmed

    settings = DecisionSettings(seconds=job.seconds, precision=COARSE if program.coarse else FINE)
    decision = decide(client.program, settings, replays if job.asan else None)
    counterexample = decision.counterexample
    return Judged(
        program.name,
        decision.word.value,
        decision.reason,
        decision.leak.value,
        time.perf_counter() - began,
        counterexample.failure.position.line if counterexample is not None else 0,
        decision.replays,
        len(decision.rounds),
        "; ".join(reasons),
    )


def run(programs: Sequence[SuiteProgram], workers: int, seconds: float, *, asan: bool) -> Iterator[Judged]:
    """Yield the results in the order of the programs."""
    jobs = [ProgramJob(program, seconds, asan) for program in programs]
    if workers == 1:
        yield from map(judge, jobs)
        return
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        yield from pool.map(judge, jobs)


# Results --------------------------------------------------------------------------------------------------------------


def agrees(program: SuiteProgram, judged: Judged) -> bool | None:
    """Whether a verdict agrees with the corrected label; None if it is unknown.

    An unknown leak is not wrong.  A verdict that contradicts the label is False, which must never happen.
    """
    if judged.word == Word.UNKNOWN.value:
        return None
    if program.label == UNSAFE:
        return judged.word == Word.UNSAFE.value
    if judged.word != Word.SAFE.value:
        return False
    leaks = judged.leak in (Leak.LOST.value, Leak.UNRELEASED.value)
    return judged.leak == Leak.UNKNOWN.value or leaks == (program.label == MAY_LEAK)


def has_folders(suite: Path) -> bool:
    return (suite / "test" / "CORRECT.txt").is_file() and (suite / "include").is_dir()


def confirmed(judged: Judged) -> str:
    """Return the replays that confirm a verdict, for the report."""
    return ", ".join(judged.replayed) or ("" if judged.word != Word.UNSAFE.value else INTERPRETER)


def scratch() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="symheap-slayer-")

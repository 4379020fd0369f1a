"""The options of studies."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from symheap.cli.options import shared as o
from symheap.cli.options.declared import seconds
from symheap.cli.options.groups import Group


class Rounds(StrEnum):
    PATH = "path"
    CALL = "call"


_LEAST_GIB, _MOST_GIB = 0.25, 1_000_000


def _gibibytes(value: float) -> float:
    if not _LEAST_GIB <= value <= _MOST_GIB:
        raise typer.BadParameter(f"must be a number of GiB, from {_LEAST_GIB} to {_MOST_GIB}")
    return value


def one_a_core(help: str) -> Any:
    """Return the option ``--jobs``, which once was called ``--workers``."""
    return typer.Option("--jobs", "--workers", min=1, help=help, show_default="one a core", metavar="N")


SUBJECTS = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="A folder with compiled classes, as projects/NAME/…/classes.  What it lacks comes from Maven Central.",
    ),
]
HEAPS = Annotated[str, typer.Option(metavar="MODEL,MODEL,…", help="Heap models, one after the other.")]
METHODS = Annotated[
    str | None,
    typer.Option(metavar="REGEX", help="Only methods in whose names this is found, as Class::name(types)."),
]
WORKERS = Annotated[int | None, one_a_core("Methods at a time.")]
PER_METHOD = Annotated[float, typer.Option(help="Seconds for a method.", callback=seconds)]
MEMORY = Annotated[float, typer.Option(help="GiB for a method.", callback=_gibibytes)]
HIERARCHY = Annotated[
    bool,
    typer.Option("--hierarchy", help="Inputs may be of subclasses, too, not only of their declared classes."),
]
BARE_STUBS = Annotated[
    bool | None,
    typer.Option(
        "--bare-stubs/--answering-stubs",
        help="On inputs of an abstract type a method without a body throws, or answers anything.",
        show_default="bare",
    ),
]
ROUNDS = Annotated[
    Rounds,
    typer.Option(help="Which rounds of loops a path may have 150 of: all of the path, or those of each call."),
]
FOLDER = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The folder of the results.")]
FRESH = Annotated[bool, typer.Option("--fresh", help="Begin anew, though the folder has results.")]
RETRY = Annotated[
    str | None, typer.Option(metavar="OUTCOME,…", help="Run those again that ended so: time, memory, failed, ….")
]
TESTS = Annotated[
    bool, typer.Option("--tests", help="Make tests of the traces of methods that ended, too, in as much time again.")
]
REPLAY = Annotated[
    bool, typer.Option("--replay", help="Compile and run the tests of --tests, and so code of the libraries.")
]
NO_PROGRESS = Annotated[bool, o.quiet("No progress.")]


@dataclass(frozen=True, slots=True)
class StudyRequest(Group):
    """The options for a study of methods."""

    subjects: SUBJECTS = None
    heap: HEAPS = "pose"
    methods: METHODS = None
    workers: WORKERS = None
    per_method: PER_METHOD = 60.0
    memory: MEMORY = 6.0
    hierarchy: HIERARCHY = False
    bare_stubs: BARE_STUBS = None
    rounds: ROUNDS = Rounds.PATH
    folder: FOLDER = Path("pose-study")
    fresh: FRESH = False
    retry: RETRY = None
    tests: TESTS = False
    replay: REPLAY = False
    jdk: o.JDK = None
    quiet: NO_PROGRESS = False
    verbose: o.VERBOSE = 0


@dataclass(frozen=True, slots=True)
class LibraryRequest(StudyRequest):
    """The same options with another default folder."""

    folder: FOLDER = Path("library-study")

"""The options of ``symheap bench``, as typer sees them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from symheap.cli import options as o
from symheap.cli.settings import models

bench_app = typer.Typer(
    rich_markup_mode=None, help="Run a study: many methods of real programs, beside what is printed about them."
)

_LEAST_GIB, _MOST_GIB = 0.25, 1_000_000


def _gibibytes(value: float) -> float:
    if not _LEAST_GIB <= value <= _MOST_GIB:
        raise typer.BadParameter(f"must be a number of GiB, from {_LEAST_GIB} to {_MOST_GIB}")
    return value


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
WORKERS = Annotated[int | None, typer.Option(min=1, help="Methods at a time.", show_default="one a core")]
PER_METHOD = Annotated[float, typer.Option(help="Seconds for a method.", callback=o.seconds)]
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
FOLDER = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The folder of the results.")]
FRESH = Annotated[bool, typer.Option("--fresh", help="Begin anew, though the folder has results.")]
RETRY = Annotated[
    str | None, typer.Option(metavar="OUTCOME,…", help="Run those again that ended so: time, memory, failed, ….")
]
TESTS = Annotated[
    bool, typer.Option("--tests", help="Make tests of the paths of methods that ended, too, in as much time again.")
]
NO_PROGRESS = Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")]


@bench_app.callback()
def bench() -> None:
    """Run a study: many methods of real programs, beside what is printed about them."""


@bench_app.command()
def pose(
    subjects: SUBJECTS = None,
    heap: HEAPS = "pose",
    methods: METHODS = None,
    workers: WORKERS = None,
    per_method: PER_METHOD = 60.0,
    memory: MEMORY = 6.0,
    hierarchy: HIERARCHY = False,
    bare_stubs: BARE_STUBS = None,
    output: FOLDER = Path("pose-study"),
    fresh: FRESH = False,
    retry: RETRY = None,
    tests: TESTS = False,
    jdk: o.JDK = None,
    quiet: NO_PROGRESS = False,
    verbose: o.VERBOSE = False,
) -> int:
    """POSE's study: 816 methods of eight Java libraries, with symbolic receivers and arguments.

    \b
    symheap bench pose --subjects replication-package
    symheap bench pose --heap pose,lazy --methods 'gson' --per-method 10 -o gson-study

    A run that was stopped goes on where it was, if it is started again with the same settings.  Exit status 1 if a law
    is broken (traces are paths; no model has fewer traces than pose, or other paths), 3 if some method did not end.
    """
    from symheap.bench import studies
    from symheap.cli.bench import Wanted
    from symheap.cli.bench import bench as run_bench

    wanted = Wanted(
        heaps=models(heap),
        subjects=subjects,
        methods=methods,
        workers=workers or os.cpu_count() or 1,
        per_method=per_method,
        memory=memory,
        hierarchy=hierarchy,
        folder=output,
        fresh=fresh,
        retry=retry,
        jdk=jdk,
        quiet=quiet,
        bare_stubs=bare_stubs,
        tests=tests,
    )
    return run_bench(studies.pose(), wanted)


@bench_app.command()
def libraries(
    subjects: SUBJECTS = None,
    heap: HEAPS = "pose",
    methods: METHODS = None,
    workers: WORKERS = None,
    per_method: PER_METHOD = 60.0,
    memory: MEMORY = 6.0,
    hierarchy: HIERARCHY = False,
    bare_stubs: BARE_STUBS = None,
    output: FOLDER = Path("library-study"),
    fresh: FRESH = False,
    retry: RETRY = None,
    tests: TESTS = False,
    jdk: o.JDK = None,
    quiet: NO_PROGRESS = False,
    verbose: o.VERBOSE = False,
) -> int:
    """The library study: the public methods of 60 classes of Commons Collections, Commons Lang and Joda-Time.

    \b
    symheap bench libraries
    symheap bench libraries --methods 'joda.*MonthDay' --per-method 10 -o month-day

    The classes were taken by a rule, at equal distances in the list of a library's classes; no paper prints anything
    about them.  All else is as with symheap bench pose.
    """
    from symheap.cli.bench import Wanted, library_study
    from symheap.cli.bench import bench as run_bench

    wanted = Wanted(
        heaps=models(heap),
        subjects=subjects,
        methods=methods,
        workers=workers or os.cpu_count() or 1,
        per_method=per_method,
        memory=memory,
        hierarchy=hierarchy,
        folder=output,
        fresh=fresh,
        retry=retry,
        jdk=jdk,
        quiet=quiet,
        bare_stubs=bare_stubs,
        tests=tests,
    )
    return run_bench(library_study(wanted), wanted)


@bench_app.command()
def slayer(
    suite: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A checkout of SLAyer, with test/ and include/.  Without it: own programs."),
    ] = None,
    programs: Annotated[
        str | None, typer.Option(metavar="REGEX", help="Only programs in whose names this is found.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Programs at a time.", show_default="one a core")] = None,
    per_program: Annotated[float, typer.Option(help="Seconds for a program.", callback=o.seconds)] = 10.0,
    replay: Annotated[
        bool,
        typer.Option("--replay", help="Compile and run inputs that crash under AddressSanitizer, in child processes."),
    ] = False,
    form: Annotated[o.TextJson, typer.Option("--format")] = o.TextJson.TEXT,
    output: o.OUTPUT = None,
    no_store: o.NO_STORE = False,
    quiet: NO_PROGRESS = False,
    verbose: o.VERBOSE = False,
) -> int:
    """Diagnosing abstraction failure: Table 1 of that paper beside ours, and the test suite of its tool.

    \b
    symheap bench slayer
    symheap bench slayer --suite SLAyer --replay --format json -o slayer.json

    Exit status 1 if a verdict contradicts a label of the suite (corrected: docs/slayer-suite.md), 3 if one is unknown.
    """
    from symheap.cli.bench_slayer import Wanted, bench_slayer

    workers = workers or os.cpu_count() or 1
    file = str(output) if output is not None else None
    return bench_slayer(
        Wanted(suite, programs, workers, per_program, form.value, file, replay, quiet, store=not no_store)
    )

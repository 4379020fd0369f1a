"""The options of ``symheap bench``, as typer sees them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from symheap.cli.options import shared as o
from symheap.cli.options.declared import seconds
from symheap.cli.options.groups import grouped
from symheap.cli.options.studies import NO_PROGRESS, LibraryRequest, StudyRequest, one_a_core

bench_app = typer.Typer(
    rich_markup_mode=None, help="Run a study: many methods of real programs, beside what is printed about them."
)


@bench_app.callback()
def bench() -> None:
    """Run a study: many methods of real programs, beside what is printed about them."""


@bench_app.command()
@grouped
def pose(wanted: StudyRequest) -> int:
    """POSE's study: 816 methods of eight Java libraries, with symbolic receivers and arguments.

    \b
    symheap bench pose --subjects replication-package
    symheap bench pose --heap pose,lazy --methods 'gson' --per-method 10 -o gson-study

    A study that was stopped continues if it is started again with the same settings.  Exit status 1 if a law
    is broken (traces are paths; no model has fewer traces than pose, or other paths), 3 if some method did not end.
    """
    from symheap.bench import studies
    from symheap.cli.commands.bench import bench as run_bench

    return run_bench(studies.pose(), wanted)


@bench_app.command()
@grouped
def libraries(wanted: LibraryRequest) -> int:
    """The library study: the public methods of 60 classes of Commons Collections, Commons Lang and Joda-Time.

    \b
    symheap bench libraries
    symheap bench libraries --methods 'joda.*MonthDay' --per-method 10 -o month-day

    The classes were taken by a rule, at equal distances in the list of a library's classes; no paper prints anything
    about them.  All else is as with symheap bench pose.
    """
    from symheap.cli.commands.bench import bench as run_bench
    from symheap.cli.commands.bench import library_study

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
    workers: Annotated[int | None, one_a_core("Programs at a time.")] = None,
    per_program: Annotated[float, typer.Option(help="Seconds for a program.", callback=seconds)] = 10.0,
    replay: Annotated[
        bool,
        typer.Option("--replay", help="Compile and run inputs that crash under AddressSanitizer, in child processes."),
    ] = False,
    form: o.TEXT_JSON = o.TextJson.TEXT,
    output: o.OUTPUT = None,
    no_store: o.NO_STORE = False,
    quiet: NO_PROGRESS = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Diagnosing abstraction failure: Table 1 of that paper beside ours, and the test suite of its tool.

    \b
    symheap bench slayer
    symheap bench slayer --suite SLAyer --replay --format json -o slayer.json

    Exit status 1 if a verdict contradicts a label of the suite (corrected: docs/slayer-suite.md), 3 if one is unknown.
    """
    from symheap.cli.commands.bench_slayer import SlayerRequest, bench_slayer

    workers = workers or os.cpu_count() or 1
    file = str(output) if output is not None else None
    return bench_slayer(
        SlayerRequest(suite, programs, workers, per_program, form.value, file, replay, quiet, store=not no_store)
    )

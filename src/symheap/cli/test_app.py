"""The options of ``symheap test``, as typer sees them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from symheap.cli import options as o
from symheap.cli.settings import TEST_CALLS, TEST_LOOP, TEST_PATHS, TEST_SECONDS


class Keep(StrEnum):
    NONE = "none"
    BRANCHES = "branches"
    OUTCOMES = "outcomes"


TARGET = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        show_default=False,
        help="PATH[::Class][::method]: a .java, .class or .jar file or a folder of classes; or the folder of a Maven "
        "or Gradle project.",
    ),
]
INTO = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="DIR",
        help="The source root for the tests.",
        show_default="that of the project's tests",
    ),
]
PACKAGE = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The package of the tests; from another one than the class's own only public members can be used.",
        show_default="that of the class",
    ),
]
JUNIT = Annotated[
    int | None, typer.Option(min=4, max=5, help="The version of JUnit.", show_default="5, or the project's own")
]
MINIMIZE = Annotated[
    Keep | None,
    typer.Option(
        help="none keeps every test; branches the fewest with the same coverage of branches and lines; outcomes one "
        "for each method and outcome.  A test of a crash is always kept.",
        show_default="none",
    ),
]
NO_REPLAY = Annotated[bool, typer.Option("--no-replay", help="Do not run the tests: no code of the program is run.")]
CHANGED = Annotated[
    bool, typer.Option("--changed", help="Of a project, only the classes whose sources differ from --since.")
]
SINCE = Annotated[str | None, typer.Option(metavar="REVISION", help="A revision in git.", show_default="HEAD")]
MAX_CALLS = Annotated[
    int | None, typer.Option(min=1, help="Nested calls before a path is cut.", show_default=str(TEST_CALLS))
]
MAX_LOOP = Annotated[
    int | None, typer.Option(min=1, help="Rounds of one loop before a path is cut.", show_default=str(TEST_LOOP))
]
MAX_TRACES = Annotated[
    int | None, typer.Option(min=1, help="Paths of a method before the next one.", show_default=str(TEST_PATHS))
]
TIMEOUT = Annotated[
    float | None,
    typer.Option(help="Seconds for each method.", show_default=f"{TEST_SECONDS:.0f}", callback=o.seconds),
]
SEARCH = Annotated[o.SearchOrder | None, typer.Option(help="Which state to go on with.", show_default="bfs")]
FORM = Annotated[
    o.TestForm, typer.Option("--format", help="The form of the report.  html is a page that needs nothing else.")
]
QUIET = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, and of the report only the totals.")]


def write_tests(
    target: TARGET,
    into: INTO = None,
    package: PACKAGE = None,
    junit: JUNIT = None,
    minimize: MINIMIZE = None,
    no_replay: NO_REPLAY = False,
    changed: CHANGED = False,
    since: SINCE = None,
    heap: o.HEAP = None,
    max_calls: MAX_CALLS = None,
    max_loop: MAX_LOOP = None,
    max_iterations: o.MAX_ITERATIONS = None,
    max_depth: o.MAX_DEPTH = None,
    max_traces: MAX_TRACES = None,
    timeout: TIMEOUT = None,
    search: SEARCH = None,
    seed: o.SEED = None,
    acyclic: o.ACYCLIC = None,
    solver: o.SOLVER = None,
    solver_timeout: o.SOLVER_TIMEOUT = None,
    jdk: o.JDK = None,
    class_path: o.CLASS_PATH = None,
    assume: o.ASSUME = None,
    non_null: o.NON_NULL = None,
    also: o.ALSO = None,
    exact_types: o.EXACT_TYPES = False,
    flat_maps: o.FLAT_MAPS = False,
    form: FORM = o.TestForm.TEXT,
    no_store: o.NO_STORE = False,
    quiet: QUIET = False,
    verbose: o.VERBOSE = False,
) -> int:
    """Write JUnit tests for a Java class, one for each path, each of them seen to pass on a JVM.

    \b
    symheap test Stack.java -o src/test/java
    symheap test build/classes::shop.Ledger::add -cp lib/money.jar -o src/test/java
    symheap test Stack.java -o src/test/java --minimize branches
    symheap test path/to/project --changed

    The tests are compiled and run in a child process, with limits of time and memory, and watched: one that does not
    take the path that was predicted is withheld.  A file that you have edited is kept.  Exit status 1 if some test
    shows a crash, 3 if none does but some path has no test, 4 if a test was withheld.
    """
    from symheap.cli.settings import java_settings, settle
    from symheap.cli.test import write
    from symheap.cli.test_jobs import Wanted

    settings = settle(
        {
            "heap": heap.value if heap is not None else None,
            "max_calls": max_calls,
            "max_loop": max_loop,
            "max_iterations": max_iterations,
            "max_depth": max_depth,
            "max_traces": max_traces,
            "timeout": timeout,
            "search": search.value if search is not None else None,
            "seed": seed,
            "acyclic": tuple(acyclic) if acyclic else None,
            "solver": solver.value if solver is not None else None,
            "solver_timeout": solver_timeout,
            "package": package,
            "junit": junit,
            "minimize": minimize.value if minimize is not None else None,
            "replay": False if no_replay else None,
            **java_settings(
                target,
                {
                    "jdk": jdk,
                    "class_path": class_path,
                    "assume": assume,
                    "non_null": non_null,
                    "also": also,
                    "exact_types": exact_types,
                    "flat_maps": flat_maps,
                },
            ),
        },
        test=True,
    )
    return write(Wanted(target, into, settings, changed, since, form.value, quiet, store=not no_store))

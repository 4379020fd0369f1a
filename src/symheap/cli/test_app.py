"""The options of ``symheap test``, as typer sees them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from symheap.cli import options as o
from symheap.cli.groups import Group, Without, grouped, said
from symheap.cli.settings import TEST_CALLS, TEST_LOOP, TEST_PATHS, TEST_SECONDS, java_settings, settle


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
FORM = Annotated[o.TestForm, o.form("The form of the report.  html is a page that needs nothing else.")]
QUIET = Annotated[bool, o.quiet("No progress, and of the report only the totals.")]


@dataclass(frozen=True, slots=True)
class Suite(Group):
    """What kind of tests are written, and which of them."""

    package: PACKAGE = None
    junit: JUNIT = None
    minimize: MINIMIZE = None


@dataclass(frozen=True, slots=True)
class Exploring(o.Exploring):
    """Tests are to be few and short: for most bounds, less is enough."""

    max_calls: Annotated[int | None, o.max_calls(TEST_CALLS)] = None
    max_loop: Annotated[int | None, o.max_loop(TEST_LOOP)] = None
    max_traces: Annotated[int | None, o.count("Paths of a method before the next one.", TEST_PATHS)] = None
    method_timeout: Annotated[float | None, o.timeout("Seconds for each method.", f"{TEST_SECONDS:.0f}")] = None
    search: Annotated[o.SearchOrder | None, o.search("bfs")] = None


@grouped
def write_tests(
    target: TARGET,
    into: INTO = None,
    *,
    suite: Suite,
    no_replay: NO_REPLAY = False,
    changed: CHANGED = False,
    since: SINCE = None,
    heap: o.HEAP = None,
    exploring: Exploring,
    solving: o.Solving,
    java: Annotated[o.Java, Without("symbolic_static")],
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
    from symheap.cli.test import write
    from symheap.cli.test_jobs import Wanted

    given = said(suite, exploring, solving, heap=heap) | java_settings(target, said(java))
    settings = settle({**given, "replay": False if no_replay else None}, test=True)
    return write(Wanted(target, into, settings, changed, since, form.value, quiet, store=not no_store))

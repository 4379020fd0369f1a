"""The options of ``symheap test``, as typer sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symheap.cli.invocation import keep, settings_of
from symheap.cli.options import shared as o
from symheap.cli.options.declared import Said, of
from symheap.cli.options.groups import grouped
from symheap.lang.java.options import JavaSettings
from symheap.session.settings import TEST, Exploring, Settings, Solving

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
CHANGED = Annotated[
    bool, typer.Option("--changed", help="Of a project, only the classes whose sources differ from --since.")
]
SINCE = Annotated[str | None, typer.Option(metavar="REVISION", help="A revision in git.", show_default="HEAD")]
FORM = Annotated[o.TestForm, o.form("The form of the report.  html is a page that needs nothing else.")]
QUIET = Annotated[bool, o.quiet("No progress, and of the report only the totals.")]


@grouped
def write_tests(
    target: TARGET,
    into: INTO = None,
    *,
    suite: Annotated[Said, of(Settings, "package", "junit", "minimize", "replay", "strict", profile=TEST)],
    changed: CHANGED = False,
    since: SINCE = None,
    said: Annotated[
        Said,
        of(
            Settings,
            "heap",
            Exploring,
            "method_timeout",
            "budget",
            Solving,
            JavaSettings,
            profile=TEST,
            without=("symbolic_static",),
        ),
    ],
    form: FORM = o.TestForm.TEXT,
    assumptions: o.ASSUMPTIONS = False,
    no_store: o.NO_STORE = False,
    quiet: QUIET = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Write JUnit tests for the branches and outcomes of a Java class, each of them seen to pass on a JVM.

    \b
    symheap test Stack.java -o src/test/java
    symheap test build/classes::shop.Ledger::add -cp lib/money.jar -o src/test/java
    symheap test Stack.java -o src/test/java --budget 60
    symheap test Stack.java -o src/test/java --minimize none
    symheap test path/to/project --changed

    The tests are compiled and run in a child process, with limits of time and memory, and watched: one that does not
    take the path that was predicted is withheld.  A file that you have edited is kept.  Exit status 1 if some test
    shows an error (with --strict: any crash), 3 if none does but some crash is not shown reachable or some path has no
    test, 4 if a test was withheld.
    """
    from symheap.cli.commands.test import write
    from symheap.session.test import JUnitRequest

    settings = settings_of(target, {**suite, **said}, TEST)
    request = JUnitRequest(target, into, settings, changed, since, keep(store=not no_store))
    return write(request, form.value, quiet=quiet, assumptions=assumptions)

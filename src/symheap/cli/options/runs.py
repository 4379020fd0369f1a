"""``symheap runs``, ``show``, ``diff`` and ``resume``: their options, as typer sees them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from symheap.cli.options import shared as o

RUN = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        show_default=False,
        help="The id of a run, a beginning of it that no other run has, `last`, or the path of a run file.",
    ),
]


class ShowForm(StrEnum):
    HTML = "html"
    TEXT = "text"
    JSON = "json"


def runs(
    target: Annotated[
        str, typer.Argument(metavar="[TEXT]", show_default=False, help="Only runs whose target has this text in it.")
    ] = "",
    here: Annotated[bool, typer.Option("--here", help="Only runs that were made in this folder or below.")] = False,
    command: Annotated[
        str | None, typer.Option(metavar="COMMAND", help="Only runs of this command: explore, test, prove or bench.")
    ] = None,
    state: Annotated[
        str | None, typer.Option(metavar="STATE", help="Only runs in this state: finished, interrupted, …")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="WHEN", help="Only runs that began then or later: 30m, 3h, 2d, 1w, or a date.")
    ] = None,
    forget: Annotated[
        list[str] | None, typer.Option(metavar="RUN", help="Remove this run.  May be given several times.")
    ] = None,
    form: o.TEXT_JSON = o.TextJson.TEXT,
    quiet: Annotated[bool, o.quiet("Of text only the ids, one a line.")] = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """List the runs that are kept, those of this folder first: what each was about, how far it came, what it found.

    \b
    symheap runs
    symheap runs Stack --since 2d
    symheap runs --here --state interrupted
    symheap runs --forget 1115-234512-swap-3f2a

    They are in the folder that SYMHEAP_RUNS names, else in ~/.local/state/symheap/runs, one SQLite file each.
    """
    from symheap.cli.commands.runs import chosen, forget_runs, list_runs

    if forget:
        return forget_runs(forget)
    return list_runs(form.value, chosen(target, here, command, state, since), quiet=quiet)


def show(
    run: RUN = "last",
    form: Annotated[ShowForm, o.form("html is a page that needs nothing but itself.")] = ShowForm.HTML,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Write there; else html goes to a file beside the run."),
    ] = None,
    verbose: o.VERBOSE = 0,
) -> int:
    """Show what a run found: in a browser, or as the text or the JSON that it printed.

    \b
    symheap show
    symheap show 1115-234512-swap -o report.html
    symheap show last --format text

    The exit status is 0, whatever the run found.
    """
    from symheap.cli.commands.show import show as run_show

    return run_show(run, form.value, output)


def diff(
    first: RUN,
    second: RUN,
    form: o.TEXT_JSON = o.TextJson.TEXT,
    quiet: Annotated[bool, o.quiet("No text: the exit status says it.")] = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Compare what two runs found: paths and findings that only one of them has, and verdicts that changed.

    \b
    symheap diff 1115-2345 last

    Paths are compared by their decisions and their ends.  Exit status 1 if the runs differ, 3 if they do not but one of
    them is not complete.
    """
    from symheap.cli.commands.diff import diff as run_diff

    return run_diff(first, second, form.value, quiet=quiet)


def resume(run: RUN = "last", quiet: o.QUIET = False, verbose: o.VERBOSE = 0) -> int:
    """Resume a run that was stopped, whatever stopped it: the results are those of an uninterrupted run.

    \b
    symheap resume
    symheap resume 1115-234512-swap

    What was found before is printed again, then the rest.  A bound on time or traces that stopped it counts anew.  If
    the program, the settings or the version of symheap are not what they were, nothing is done.
    """
    from symheap.cli.commands.resume import resume as run_resume

    return run_resume(run, quiet=quiet)

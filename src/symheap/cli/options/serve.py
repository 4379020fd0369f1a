"""``symheap serve``: its options, as typer sees them."""

from __future__ import annotations

from typing import Annotated

import typer

from symheap.cli.options import shared as o


def serve(
    run: Annotated[
        str | None,
        typer.Argument(
            metavar="[RUN]",
            show_default="the list of all",
            help="The run to begin with: an id, a beginning of one, `last`, or the path of a run file.",
        ),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, show_default="any that is free")] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Show runs in a browser, also while they are in progress; stop them there, and resume them.

    \b
    symheap serve
    symheap serve last --port 8000 --no-open

    The address is printed.  It is on this machine only, and holds a token that is new each time: requests without it
    are refused.  Ctrl-C ends the server and the runs that were resumed from the page; nothing they found is lost.
    """
    from symheap.cli.commands.serve import serve as run_serve

    return run_serve(run, port, is_opened=not no_open)

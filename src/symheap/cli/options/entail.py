"""The options of ``symheap entail``, as typer sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symheap.cli.options import shared as o
from symheap.session.entail import SECONDS

FILES = Annotated[
    list[Path],
    typer.Argument(metavar="FILE.smt2…", show_default=False, help="Problems of SL-COMP, or folders that have some."),
]
TIMEOUT = Annotated[float, typer.Option(metavar="SECONDS", min=0.001, help="Seconds for each problem.")]


def entail(
    files: FILES,
    *,
    timeout: TIMEOUT = SECONDS,
    form: Annotated[o.TextJson, o.form()] = o.TextJson.TEXT,
    output: o.OUTPUT = None,
    quiet: Annotated[bool, o.quiet("No progress, and of text no heaps.")] = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Decide entailments of separation logic, in the format of SL-COMP: does every heap of A satisfy B?

    \b
    symheap entail append.smt2
    symheap entail problems --format json -o answers.json

    A file asserts A and the negation of B, over lists that inductive predicates define; without B, it asks whether A
    has a model.  Exit status 0 if all are valid (or unsatisfiable), 1 if one is not, 3 if an answer is unknown.
    """
    from symheap.cli.commands.entail import Showing
    from symheap.cli.commands.entail import entail as run_entail
    from symheap.session.entail import Request

    request = Request(tuple(files), timeout)
    return run_entail(request, Showing(form.value, output, quiet))

"""The options of ``symheap prove``, as typer sees them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from symheap.cli.invocation import keep, prove_settings_of
from symheap.cli.options import shared as o
from symheap.cli.options.declared import Declared, Said, of
from symheap.cli.options.groups import grouped
from symheap.core.options import declared
from symheap.session.proofs.settings import ProveSettings


class Form(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT_XML = "junit-xml"
    DOT = "dot"
    SVG = "svg"
    HTML = "html"


FILES = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE…",
        show_default=False,
        help="C files; several are one program.  Or a folder, or a compile_commands.json: each file by itself.",
    ),
]
WITNESS = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write a verification witness there (SV-COMP, YAML 2.0).")
]
REPRODUCER = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write a C program there that crashes, with a script that compiles and runs it."),
]
FORM = Annotated[Form, o.form("dot and svg draw the transition system; html is a page.")]
GRAPH = Annotated[bool, typer.Option("--graph", help="Show the whole transition system, in text and JSON.")]
QUIET = Annotated[bool, o.quiet("No progress, and of text only findings and verdict.")]
VERBOSE = Annotated[
    int,
    typer.Option(
        "--verbose",
        "-v",
        count=True,
        show_default=False,
        metavar="",
        help="Print the loop invariants also if unknown, and log the progress, with -vv in detail; a traceback if "
        "symheap itself fails.",
    ),
]


def _declared(first: str, last: str) -> Declared:
    """Select the options of proofs from `first` to `last`, in the order of their declaration."""
    names = list(declared(ProveSettings))
    return of(ProveSettings, *names[names.index(first) : names.index(last) + 1])


@grouped
def prove(
    files: FILES,
    *,
    claim: Annotated[Said, _declared("entry", "cross_check")],
    witness: WITNESS = None,
    reproducer: REPRODUCER = None,
    method: Annotated[Said, _declared("check", "cluster")],
    form: FORM = Form.TEXT,
    graph: GRAPH = False,
    assumptions: o.ASSUMPTIONS = False,
    emit_ir: o.EMIT_IR = False,
    output: o.OUTPUT = None,
    no_store: o.NO_STORE = False,
    quiet: QUIET = False,
    verbose: VERBOSE = 0,
) -> int:
    """Prove that a C program is memory safe, or say where and why the proof breaks.

    \b
    symheap prove queue.c
    symheap prove list.c main.c -I include --malloc-may-fail
    symheap prove list.c --entry list_reverse --property leak
    symheap prove src
    symheap prove build/compile_commands.json
    symheap prove queue.c --format svg -o queue.svg
    symheap prove queue.c --format html -o queue.html

    A proof is shown as its loop invariants, and in full with --graph.  Exit status 0 if the program is safe, 1 if
    there are findings (leaks are with --property leak), 3 if it is unknown.
    """
    from symheap.cli.commands.prove import Showing
    from symheap.cli.commands.prove import prove as run_prove
    from symheap.session.proofs.prove import ProveRequest

    request = ProveRequest(tuple(files), prove_settings_of({**claim, **method}), keep(store=not no_store))
    if emit_ir:
        from symheap.cli.emit_ir import emit_c

        return emit_c(request.files, request.settings, output)
    showing = Showing(form.value, output, witness, reproducer, graph, quiet, bool(verbose), assumptions)
    return run_prove(request, showing)

"""The options of ``symheap verify``, as typer sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symheap.cli.invocation import output_file, verify_settings_of
from symheap.cli.options import shared as o
from symheap.cli.options.declared import Said, of
from symheap.cli.options.groups import grouped
from symheap.session.settings import VERIFY, Settings, Solving
from symheap.session.verifying import Verifying

TARGET = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        show_default=False,
        help="PATH[::Class]: a .java file, a folder of sources, a folder of classes, a jar, or a task definition of "
        "SV-COMP (.yml).  The class is the one with a main.",
    ),
]
WITNESS = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write a violation witness there (SV-COMP, GraphML).")
]


@grouped
def verify(
    target: TARGET,
    *,
    wanted: Annotated[Said, of(Verifying, "property", "verifier", "sources")],
    witness: WITNESS = None,
    said: Annotated[
        Said,
        of(
            Settings, "heap", "max_calls", "max_loop", "timeout", "search", Solving, "jdk", "class_path", profile=VERIFY
        ),
    ],
    form: Annotated[o.TextJson, o.form()] = o.TextJson.TEXT,
    assumptions: o.ASSUMPTIONS = False,
    output: o.OUTPUT = None,
    quiet: Annotated[bool, o.quiet("No progress, and of text only the verdict.")] = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Verify a Java program that begins with main: does an assertion fail, does a RuntimeException leave it?

    \b
    symheap verify Main.java --property assert
    symheap verify src::Main --sources verifier --property no-runtime-exception
    symheap verify task.yml --property assert --witness witness.graphml

    Inputs are the results of static methods such as Verifier.nondetInt().  Exit status 0 if the property holds, 1 if a
    JVM has run the program to a violation, 3 if the verdict is unknown.
    """
    from symheap.cli.commands.verify import Showing
    from symheap.cli.commands.verify import verify as run_verify
    from symheap.session.verify import VerifyRequest

    request = VerifyRequest(target, Verifying(**wanted), verify_settings_of(said))
    showing = Showing(form.value, output_file(output, target), witness, quiet, assumptions)
    return run_verify(request, showing)

"""The options of ``symheap check``, as typer sees them."""

from __future__ import annotations

from typing import Annotated

from symheap.cli.invocation import output_file, settings_of
from symheap.cli.options import shared as o
from symheap.cli.options.declared import Said, of
from symheap.cli.options.groups import grouped
from symheap.lang.java.options import JavaSettings
from symheap.session.settings import CHECK, Checking, Settings, Solving, Working


@grouped
def check(
    target: o.TARGET,
    *,
    said: Annotated[
        Said, of(Settings, "max_calls", "max_loop", Checking, "timeout", Solving, JavaSettings, Working, profile=CHECK)
    ],
    form: o.TEXT_JSON = o.TextJson.TEXT,
    output: o.OUTPUT = None,
    quiet: o.QUIET = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Check on a program that symbolic execution is exact: the six laws, and for Javalite the rules of the papers.

    \b
    symheap check swap.jl
    symheap check tree.jl --max-calls 2 --max-objects 4
    symheap check Swap.java::swap

    The laws are checked for paths of up to --max-calls nested calls and for initial heaps of up to --max-objects
    objects.  Exit status 1 if a law is broken, 3 if one could not be decided.
    """
    from symheap.cli.commands.check import check as run_check

    return run_check(target, settings_of(target, said, CHECK), form.value, output_file(output, target), quiet=quiet)

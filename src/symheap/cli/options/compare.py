"""The options of ``symheap compare``, as typer sees them."""

from __future__ import annotations

from typing import Annotated

from symheap.cli.invocation import output_file, settings_of
from symheap.cli.options import shared as o
from symheap.cli.options.declared import Said, of
from symheap.cli.options.groups import grouped
from symheap.lang.java.options import JavaSettings
from symheap.session.settings import Exploring, Settings, Solving


@grouped
def compare(
    target: o.TARGET,
    *,
    said: Annotated[Said, of(Settings, "heaps", Exploring, Solving, JavaSettings)],
    form: Annotated[o.TextJsonHtml, o.form()] = o.TextJsonHtml.TEXT,
    output: o.OUTPUT = None,
    quiet: o.QUIET = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Explore a program under several heap models, one after the other, and show what each needs for it.

    \b
    symheap compare swap.jl
    symheap compare list.jl --heap pose,lazy --max-calls 5 --timeout 60
    symheap compare Swap.java::swap

    The bounds are for each model; of the time, each has an equal share of what is left.  Exit status 1 if the models
    see different paths, 3 if that could not be decided or paths were cut.
    """
    from symheap.cli.commands.compare import compare as run_compare

    return run_compare(target, settings_of(target, said), form.value, output_file(output, target), quiet=quiet)

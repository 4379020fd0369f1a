"""The options of ``symheap step``, as typer sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symheap.cli.invocation import output_file, settings_of
from symheap.cli.options import shared as o
from symheap.cli.options.declared import Said, of
from symheap.cli.options.groups import grouped
from symheap.session.settings import Settings, Solving


@grouped
def step(
    target: o.TARGET,
    *,
    model: Annotated[Said, of(Settings, "heap")],
    path: Annotated[
        str | None, typer.Option(metavar="N,N,…", help="Which successor to follow at each fork.", show_default="0,0,…")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Follow all successors, depth first.")] = False,
    bisimulation: Annotated[
        bool, typer.Option("--bisimulation", help="Run lazy and summary side by side, and show the map h of each pair.")
    ] = False,
    steps: Annotated[int | None, o.count("Steps to show.", "to the end")] = None,
    said: Annotated[Said, of(Settings, "max_calls", "acyclic", Solving)],
    form: Annotated[o.TextDotSvg, o.form("dot and svg draw the heap.")] = o.TextDotSvg.TEXT,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A file for text; a folder for drawings, one a step.")
    ] = None,
    quiet: Annotated[bool, o.quiet("Of text only the rule of each step.")] = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Watch the machines of the papers: the rule of each step, the expression, the path and the heap.

    \b
    symheap step swap.jl
    symheap step swap.jl --heap summary --path 1
    symheap step swap.jl --format svg -o drawings
    symheap step swap.pose --path 0,1,0
    symheap step swap.jl --bisimulation

    Without --all one path is followed.  dot and svg without -o draw the last step.
    """
    from symheap.cli.commands.step import step as run_step
    from symheap.cli.commands.step import step_pairs as run_pairs
    from symheap.session.status import WrongUse
    from symheap.session.step import Walk

    settings, walk = settings_of(target, {**model, **said}), Walk.parse(path, everything, steps)
    if bisimulation:
        if model or path is not None or form is not o.TextDotSvg.TEXT:
            raise WrongUse("--bisimulation runs lazy and summary on all paths, as text: no --heap, --path or --format")
        return run_pairs(target, settings, steps, output_file(output, target), quiet=quiet)
    return run_step(target, settings, walk, form.value, output_file(output, target), quiet=quiet)

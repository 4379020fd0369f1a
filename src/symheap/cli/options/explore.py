"""The options of ``symheap explore``, as typer sees them.

The module that implements the command is imported when it is run.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symheap.cli.invocation import explore_settings_of, keep, output_file
from symheap.cli.options import shared as o
from symheap.cli.options.declared import Said, of
from symheap.cli.options.documents import DocumentOptions
from symheap.cli.options.groups import grouped
from symheap.lang.java.options import JavaSettings
from symheap.session.settings import EXPLORE, Deepening, Exploring, Settings, Solving, Working


@grouped
def explore(
    target: o.TARGET,
    *,
    said: Annotated[
        Said,
        of(
            Settings,
            "heap",
            Exploring,
            "max_input_objects",
            "max_chain",
            Deepening,
            Solving,
            JavaSettings,
            "consistency",
            Working,
            profile=EXPLORE,
        ),
    ],
    form: Annotated[o.ExploreForm, o.form("dot draws the computation tree; html is a page.")] = o.ExploreForm.TEXT,
    document: DocumentOptions,
    output: o.OUTPUT = None,
    smt2: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the condition of each path there, as an SMT-LIB script.")
    ] = None,
    paths: Annotated[bool, typer.Option("--paths", help="Java: show every path whole, not in one line.")] = False,
    assumptions: o.ASSUMPTIONS = False,
    emit_ir: o.EMIT_IR = False,
    no_store: o.NO_STORE = False,
    quiet: o.QUIET = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Find every path of a program: when it is taken, how it ends, and an input heap that takes it.

    \b
    symheap explore swap.jl
    symheap explore list.jl::List::reverse --heap lazy --max-calls 5
    symheap explore Stack.java::pop --assume Stack.repOk
    symheap explore jrt:java.util.ArrayDeque::addFirst --format json -o deque.json

    A Java class without a method stands for all of its methods; a folder, a jar, a package (lib.jar::org.foo) or a
    Maven or Gradle project for all of its classes.  Exit status 1 if some path crashes (also if the run
    is not complete), 3 if there is none but the run is not complete.
    """
    from symheap.cli.commands.explore import Showing
    from symheap.cli.commands.explore import explore as run_explore
    from symheap.session.explore import ExploreRequest

    document.check(form.value)
    request = ExploreRequest(target, explore_settings_of(target, said), keep(store=not no_store), smt2)
    if emit_ir:
        from symheap.cli.emit_ir import emit_objects

        return emit_objects(target, request.settings, output_file(output, target))
    showing = Showing(form.value, output_file(output, target), quiet, assumptions, whole=paths, document=document)
    return run_explore(request, showing)

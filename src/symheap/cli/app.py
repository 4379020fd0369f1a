"""The commands and their options, as typer sees them.

What they do is in one module each, imported when the command is run: nobody waits for the imports of another one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import symheap
from symheap.cli import options as o
from symheap.cli.bench_app import bench_app
from symheap.cli.completion import completion
from symheap.cli.declared import Said, of
from symheap.cli.groups import grouped
from symheap.cli.invocation import explore_settings_of, keep, settings_of
from symheap.cli.prove_app import prove
from symheap.cli.runs_app import diff, resume, runs, show
from symheap.cli.schema_app import schema
from symheap.cli.serve_app import serve
from symheap.cli.test_app import write_tests
from symheap.lang.java.options import JavaSettings
from symheap.lang.target import Target
from symheap.session.settings import CHECK, EXPLORE, Checking, Deepening, Exploring, Settings, Solving
from symheap.session.status import WrongUse

HELP = """Which inputs, in which heap shapes, drive a program down each of its paths, and which of them crash it?

\b
  symheap explore Stack.java::push   every path, when it is taken, and an input heap
  symheap test Stack.java -o DIR     a JUnit test for each path, seen to pass
  symheap compare swap.jl            the same under five heap models, as a table
  symheap check swap.jl              is the analysis exact on this program?
  symheap step swap.jl               the Javalite machine, rule by rule
  symheap prove queue.c              is this C program memory safe?
  symheap bench pose                 the methods of a published study, beside its table
  symheap show                       the last run as a page; symheap runs lists all that are kept
  symheap resume                     go on with a run that was stopped
  symheap serve                      runs in a browser, while they are going on

A program is a method of a .java, .class or .jar file, a .jl file (Javalite), or a .pose or .txt file (POSE's
language).  symheap prove is for C.

\b
Exit status: 0 decided and clean, 1 findings, 2 wrong use or unreadable input,
3 inconclusive, 4 an error of symheap, 130 interrupted.
"""

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, help=HELP)
app.add_typer(bench_app, name="bench")
app.command()(prove)
app.command("test")(write_tests)
for _command in (runs, show, diff, resume, serve, schema, completion):
    app.command()(_command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"symheap {symheap.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
def symheap_(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> int | None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), file=sys.stderr)
        raise WrongUse("name a command")
    return None


@app.command()
@grouped
def explore(
    target: o.TARGET,
    *,
    said: Annotated[
        Said, of(Settings, "heap", Exploring, Deepening, Solving, JavaSettings, "consistency", profile=EXPLORE)
    ],
    form: Annotated[o.ExploreForm, o.form("dot draws the computation tree; html is a page.")] = o.ExploreForm.TEXT,
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

    A Java class without a method stands for all of its methods.  Exit status 1 if some path crashes (also if the run
    is not complete), 3 if there is none but the run is not complete.
    """
    from symheap.cli.explore import Showing
    from symheap.cli.explore import explore as run_explore
    from symheap.session.explore import Request

    request = Request(target, explore_settings_of(target, said), keep(store=not no_store), smt2)
    if emit_ir:
        from symheap.cli.emit_ir import emit_objects

        return emit_objects(target, request.settings, _file(output, target))
    return run_explore(request, Showing(form.value, _file(output, target), quiet, assumptions, whole=paths))


@app.command()
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
    from symheap.cli.compare import compare as run_compare

    return run_compare(target, settings_of(target, said), form.value, _file(output, target), quiet=quiet)


@app.command()
@grouped
def check(
    target: o.TARGET,
    *,
    said: Annotated[
        Said, of(Settings, "max_calls", "max_loop", Checking, "timeout", Solving, JavaSettings, profile=CHECK)
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
    from symheap.cli.check import check as run_check

    return run_check(target, settings_of(target, said, CHECK), form.value, _file(output, target), quiet=quiet)


@app.command()
@grouped
def step(
    target: o.TARGET,
    *,
    model: Annotated[Said, of(Settings, "heap")],
    path: Annotated[
        str | None, typer.Option(metavar="N,N,…", help="Which successor to follow at each fork.", show_default="0,0,…")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Follow all successors, depth first.")] = False,
    steps: Annotated[int | None, o.count("Steps to show.", "to the end")] = None,
    said: Annotated[Said, of(Settings, "max_calls", "acyclic", Solving)],
    form: Annotated[o.TextDotSvg, o.form("dot and svg draw the heap.")] = o.TextDotSvg.TEXT,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A file for text; a folder for drawings, one a step.")
    ] = None,
    quiet: Annotated[bool, o.quiet("Of text only the rule of each step.")] = False,
    verbose: o.VERBOSE = 0,
) -> int:
    """Watch the Javalite machine: the rule of each step, control, environment, continuation, path and heap.

    \b
    symheap step swap.jl
    symheap step swap.jl --heap summary --path 1
    symheap step swap.jl --format svg -o drawings

    Without --all one path is followed.  dot and svg without -o draw the last step.
    """
    from symheap.cli.step import step as run_step
    from symheap.session.step import Walk

    settings, walk = settings_of(target, {**model, **said}), Walk.parse(path, everything, steps)
    return run_step(target, settings, walk, form.value, _file(output, target), quiet=quiet)


def _file(output: Path | None, target: str) -> str | None:
    """Where results go; never the program that they are about."""
    if output is None:
        return None
    program = Path(Target.parse(target).path)
    if output.exists() and program.exists() and output.samefile(program):
        raise WrongUse("-o names the program itself")
    return str(output)

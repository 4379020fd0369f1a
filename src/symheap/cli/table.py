"""The commands by name, and the command line that typer runs.

Law: a command line imports the options of its own command and no others.  The others are listed by name and by the
first sentence of their help, so that lists of commands and messages about a wrong name do not change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Final

import typer

HELP = """Which inputs, in which heap shapes, drive a program down each of its paths, and which of them crash it?

\b
  symheap explore Stack.java::push   every path, when it is taken, and an input heap
  symheap test Stack.java -o DIR     a JUnit test for each path, seen to pass
  symheap compare swap.jl            the same under five heap models, as a table
  symheap check swap.jl              is the analysis exact on this program?
  symheap step swap.jl               the Javalite machine, rule by rule
  symheap prove queue.c              is this C program memory safe?
  symheap verify Main.java           does an assertion of this Java program fail?
  symheap entail problem.smt2        does every heap of this formula satisfy that one?
  symheap bench pose                 the methods of a published study, beside its table
  symheap show                       the last run as a page; symheap runs lists all that are kept
  symheap resume                     resume a run that was stopped
  symheap serve                      runs in a browser, while they are in progress

A program is a method of a .java, .class or .jar file, a .jl file (Javalite), or a .pose or .txt file (POSE's
language).  symheap prove is for C.

\b
Exit status: 0 decided and clean, 1 findings, 2 wrong use or unreadable input,
3 inconclusive, 4 an error of symheap, 130 interrupted.
"""


@dataclass(frozen=True, slots=True)
class Command:
    """The function `function` of the module `module`; `summary` is the first paragraph of its help."""

    module: str
    function: str
    summary: str

    def load(self) -> Callable[..., int] | typer.Typer:
        loaded: Callable[..., int] | typer.Typer = getattr(import_module(self.module), self.function)
        return loaded


COMMANDS: Final[dict[str, Command]] = {
    "prove": Command(
        "symheap.cli.options.prove",
        "prove",
        "Prove that a C program is memory safe, or say where and why the proof breaks.",
    ),
    "verify": Command(
        "symheap.cli.options.verify",
        "verify",
        "Verify a Java program that begins with main: does an assertion fail, does a RuntimeException leave it?",
    ),
    "entail": Command(
        "symheap.cli.options.entail",
        "entail",
        "Decide entailments of separation logic, in the format of SL-COMP: does every heap of A satisfy B?",
    ),
    "test": Command(
        "symheap.cli.options.test",
        "write_tests",
        "Write JUnit tests for the branches and outcomes of a Java class, each of them seen to pass on a JVM.",
    ),
    "runs": Command(
        "symheap.cli.options.runs",
        "runs",
        "List the runs that are kept, those of this folder first: what each was about, how far it came, what it found.",
    ),
    "show": Command(
        "symheap.cli.options.runs",
        "show",
        "Show what a run found: in a browser, or as the text or the JSON that it printed.",
    ),
    "diff": Command(
        "symheap.cli.options.runs",
        "diff",
        "Compare what two runs found: paths and findings that only one of them has, and verdicts that changed.",
    ),
    "resume": Command(
        "symheap.cli.options.runs",
        "resume",
        "Resume a run that was stopped, whatever stopped it: the results are those of an uninterrupted run.",
    ),
    "serve": Command(
        "symheap.cli.options.serve",
        "serve",
        "Show runs in a browser, also while they are in progress; stop them there, and resume them.",
    ),
    "schema": Command(
        "symheap.cli.options.schema",
        "schema",
        "Print the schema of what a command writes with --format json (JSON Schema, draft 2020-12).",
    ),
    "completion": Command(
        "symheap.cli.commands.completion",
        "completion",
        "Print a completion script for a shell: commands, options, files, methods, runs.",
    ),
    "explore": Command(
        "symheap.cli.options.explore",
        "explore",
        "Find every path of a program: when it is taken, how it ends, and an input heap that takes it.",
    ),
    "compare": Command(
        "symheap.cli.options.compare",
        "compare",
        "Explore a program under several heap models, one after the other, and show what each needs for it.",
    ),
    "check": Command(
        "symheap.cli.options.check",
        "check",
        "Check on a program that symbolic execution is exact: the six laws, and for Javalite the rules of the papers.",
    ),
    "step": Command(
        "symheap.cli.options.step",
        "step",
        "Watch the machines of the papers: the rule of each step, the expression, the path and the heap.",
    ),
    "bench": Command(
        "symheap.cli.options.bench",
        "bench_app",
        "Run a study: many methods of real programs, beside what is printed about them.",
    ),
}
"""The commands in the order in which help lists them."""


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """Return the command line with the options of the command in `arguments` only."""
    return _app(arguments[0] if arguments else "")


@cache
def whole_app() -> typer.Typer:
    """Return the command line with all commands and their options."""
    return _app(None)


def _app(wanted: str | None) -> typer.Typer:
    """Return the command line with one command, or with all of them if `wanted` is None."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, help=HELP)
    app.callback(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})(symheap)
    for name, command in COMMANDS.items():
        loaded = command.load() if wanted in (None, name) else _named(command)
        if isinstance(loaded, typer.Typer):
            app.add_typer(loaded, name=name)
        else:
            app.command(name)(loaded)
    return app


def _named(command: Command) -> Callable[[], None]:
    """Return a placeholder for a command that is only listed."""

    def listed() -> None:
        raise AssertionError("only the command that is run has been imported")

    listed.__doc__ = command.summary
    return listed


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_line())
        raise typer.Exit


def version_line() -> str:
    from symheap import __version__

    return f"symheap {__version__}"


def symheap(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> Any:
    if context.invoked_subcommand is None:
        from symheap.session.status import WrongUse

        typer.echo(context.get_help(), file=sys.stderr)
        raise WrongUse("name a command")

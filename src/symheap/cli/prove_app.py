"""The options of ``symheap prove``, as typer sees them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from symheap.cli import options as o
from symheap.cli.groups import Group, grouped, said


class Property(StrEnum):
    MEMORY_SAFETY = "memsafety"
    REACH = "reach"
    LEAK = "leak"
    MEMORY = "memory"
    TRACKED = "memtrack"
    CLEANED = "memcleanup"


class Model(StrEnum):
    ILP32 = "ilp32"
    LP64 = "lp64"


class Patterns(StrEnum):
    COARSE = "coarse"
    DISCOVER = "discover"


class Encoding(StrEnum):
    PATHS = "paths"
    UFBV = "ufbv"


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
    typer.Argument(metavar="FILE…", show_default=False, help="C files; several are linked to one program."),
]
ENTRY = Annotated[
    str | None,
    typer.Option(metavar="FUNCTION", help="Begin there, with any inputs.", show_default="main, else each in turn"),
]
PRE = Annotated[
    str | None, typer.Option(metavar="FILE", help="What is assumed of the inputs of functions: docs/commands/prove.md.")
]
PROPERTY = Annotated[
    Property | None,
    typer.Option(
        "--property",
        help="memsafety: no memory error and no failing assertion; reach: no failing assertion; leak: memsafety, and "
        "nothing leaks; memory: no memory error, whether assertions fail or not; memtrack: memory, and nothing is "
        "lost; memcleanup: memory, and everything is released.",
        show_default="memsafety",
    ),
]
MODEL = Annotated[Model | None, typer.Option(help="Sizes of the types.", show_default="lp64")]
PATTERNS = Annotated[
    Patterns | None,
    typer.Option(
        help="What is kept of the items of a list: their links, or all that they have in common.",
        show_default="discover",
    ),
]
ROUNDS = Annotated[int | None, o.count("Refinements of the abstraction before giving up.", 6, least=0)]
ENCODING = Annotated[
    Encoding | None,
    typer.Option(
        help="How an input that crashes is looked for: path by path, or in one formula with quantifiers.",
        show_default="paths",
    ),
]
REPLAY = Annotated[
    bool,
    typer.Option("--replay", help="Compile the files and run them on an input that crashes, under AddressSanitizer."),
]
WITNESS = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write a verification witness there (SV-COMP, YAML 2.0).")
]
REPRODUCER = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write a C program there that crashes, with a script that compiles and runs it."),
]
CHECK = Annotated[bool, typer.Option("--check", help="Check every abstraction of the proof again, by entailment.")]
NO_CERTIFY = Annotated[
    bool, typer.Option("--no-certify", help="Do not have the proof checker confirm what is found safe.")
]
SECONDS = Annotated[float | None, o.timeout("Seconds before the run stops.", "60 for each function")]
MAY_FAIL = Annotated[bool, typer.Option("--malloc-may-fail", help="Allocation may give null.")]
HAVOC = Annotated[
    bool,
    typer.Option("--havoc-unknown", help="A function without a body or model returns anything and changes nothing."),
]
BOUNDS = Annotated[
    bool,
    typer.Option(
        "--accept-bounds",
        help="Without a main: call it safe if it is for the inputs that were tried, such as strings of few sizes.",
    ),
]
INCLUDE = Annotated[
    list[Path] | None, typer.Option("-I", metavar="DIR", help="Look there for headers.  May be given several times.")
]
FIRST = Annotated[
    list[str] | None,
    typer.Option("--include", metavar="HEADER", help="Include it before each file.  May be given several times."),
]
DEFINE = Annotated[
    list[str] | None,
    typer.Option("-D", metavar="MACRO", help="Define NAME or NAME=VALUE.  May be given several times."),
]
FORM = Annotated[Form, o.form("dot and svg draw the transition system; html is a page.")]
GRAPH = Annotated[bool, typer.Option("--graph", help="Show the whole transition system, in text and JSON.")]
QUIET = Annotated[bool, o.quiet("No progress, and of text only findings and verdict.")]
VERBOSE = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="The loop invariants, also if unknown; a traceback if symheap itself fails."),
]


@dataclass(frozen=True, slots=True)
class Claim(Group):
    """What is to be proved, of which function, and for which machine."""

    entry: ENTRY = None
    pre: PRE = None
    property: PROPERTY = None
    model: MODEL = None


@dataclass(frozen=True, slots=True)
class Method(Group):
    """How a proof is looked for, and an input that crashes."""

    patterns: PATTERNS = None
    rounds: ROUNDS = None
    encoding: ENCODING = None
    replay: REPLAY = False
    log_queries: o.LOG_QUERIES = None
    cross_check: o.CROSS_CHECK = False


@dataclass(frozen=True, slots=True)
class Reading(Group):
    """How the program is read, and what is assumed of what it does not say."""

    malloc_may_fail: MAY_FAIL = False
    havoc_unknown: HAVOC = False
    accept_bounds: BOUNDS = False
    include: INCLUDE = None
    define: DEFINE = None
    include_first: FIRST = None


@grouped
def prove(
    files: FILES,
    *,
    claim: Claim,
    method: Method,
    witness: WITNESS = None,
    reproducer: REPRODUCER = None,
    check: CHECK = False,
    no_certify: NO_CERTIFY = False,
    timeout: SECONDS = None,
    reading: Reading,
    form: FORM = Form.TEXT,
    graph: GRAPH = False,
    output: o.OUTPUT = None,
    no_store: o.NO_STORE = False,
    quiet: QUIET = False,
    verbose: VERBOSE = False,
) -> int:
    """Prove that a C program is memory safe, or say where and why the proof breaks.

    \b
    symheap prove queue.c
    symheap prove list.c main.c -I include --malloc-may-fail
    symheap prove list.c --entry list_reverse --property leak
    symheap prove queue.c --format svg -o queue.svg
    symheap prove queue.c --format html -o queue.html

    A proof is shown as its loop invariants, and in full with --graph.  Exit status 0 if the program is safe, 1 if
    there are findings (leaks are with --property leak), 3 if it is unknown.
    """
    from symheap.cli.prove import Showing, settle
    from symheap.cli.prove import prove as run_prove

    settings = settle(said(claim, method, reading, check=check, certify=False if no_certify else None, timeout=timeout))
    showing = Showing(form.value, output, witness, reproducer, graph, quiet, verbose)
    return run_prove(tuple(files), settings, showing, store=not no_store)

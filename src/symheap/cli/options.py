"""The options that commands share, each said once, and the groups that they form."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from symheap.cli.groups import Group


class Heap(StrEnum):
    POSE = "pose"
    SUMMARY = "summary"
    LAZY = "lazy"
    LAZIER = "lazier"
    LAZIER_SHARP = "lazier#"


class SearchOrder(StrEnum):
    DFS = "dfs"
    BFS = "bfs"
    RANDOM = "random"
    COVERAGE = "coverage"


class Backend(StrEnum):
    AUTO = "auto"
    Z3 = "z3"
    BITWUZLA = "bitwuzla"


class ExploreForm(StrEnum):
    TEXT = "text"
    JSON = "json"
    DOT = "dot"
    SARIF = "sarif"
    JUNIT_XML = "junit-xml"
    HTML = "html"


class TestForm(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT_XML = "junit-xml"
    HTML = "html"


class TextJson(StrEnum):
    TEXT = "text"
    JSON = "json"


class TextJsonHtml(StrEnum):
    TEXT = "text"
    JSON = "json"
    HTML = "html"


class TextDotSvg(StrEnum):
    TEXT = "text"
    DOT = "dot"
    SVG = "svg"


def seconds(value: float | None) -> float | None:
    if value is not None and not 0.001 <= value < float("inf"):
        raise typer.BadParameter("must be a number of seconds, 0.001 or more")
    return value


# Options of which commands have one of their own, with another default or another text --------------------------------


def count(help: str, default: object, least: int = 1) -> Any:
    return typer.Option(min=least, help=help, show_default=str(default))


def max_calls(default: int) -> Any:
    return count("Nested calls before a path is cut.", default)


def max_loop(default: int) -> Any:
    return count("Rounds of one loop before a path is cut.", default)


def timeout(help: str, default: object) -> Any:
    return typer.Option(help=help, show_default=str(default), callback=seconds)


def search(default: str) -> Any:
    return typer.Option(help="Which state to go on with.", show_default=default)


def form(help: str | None = None) -> Any:
    return typer.Option("--format", help=help)


def quiet(help: str) -> Any:
    return typer.Option("--quiet", "-q", help=help)


# Options --------------------------------------------------------------------------------------------------------------

TARGET = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        show_default=False,
        help="PATH[::Class][::method]: a .java, .class or .jar file or a folder of classes (Java; jrt:NAME is a class "
        "of the JDK), a .jl file (Javalite), or a .pose or .txt file (POSE's language).",
    ),
]
HEAP = Annotated[Heap | None, typer.Option(help="Heap model.", show_default="pose")]
MAX_CALLS = Annotated[int | None, max_calls(80)]
MAX_LOOP = Annotated[int | None, max_loop(150)]
MAX_ITERATIONS = Annotated[int | None, count("Rounds of all loops together before a path is cut.", "no limit")]
MAX_DEPTH = Annotated[int | None, count("Decisions before a path is cut.", "no limit")]
MAX_TRACES = Annotated[int | None, count("Traces before the run stops.", "no limit")]
TIMEOUT = Annotated[float | None, timeout("Seconds before the run stops.", "no limit")]
SEARCH = Annotated[SearchOrder | None, search("dfs")]
SEED = Annotated[int | None, count("Seed of --search random.", 0, least=0)]
ACYCLIC = Annotated[
    list[str] | None,
    typer.Option(metavar="FIELD", help="No input has a cycle along this field.  May be given several times."),
]
JDK = Annotated[
    str | None, typer.Option(metavar="PATH", help="Java: the JDK.", show_default="JAVA_HOME, else the java on the PATH")
]
CLASS_PATH = Annotated[
    str | None, typer.Option("-cp", "--class-path", metavar="PATH:PATH…", help="Java: jars and folders of classes.")
]
ASSUME = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CLASS.METHOD",
        help="Java: only inputs for which this boolean method holds.  May be given several times.",
    ),
]
NON_NULL = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Java: this parameter is not null.  May be given several times."),
]
SYMBOLIC_STATIC = Annotated[
    list[str] | None,
    typer.Option(metavar="CLASS.FIELD", help="Java: this static field may hold anything.  May be given several times."),
]
ALSO = Annotated[
    list[str] | None,
    typer.Option(metavar="CLASS", help="Java: inputs may be of this class too.  May be given several times."),
]
EXACT_TYPES = Annotated[
    bool, typer.Option("--exact-types", help="Java: inputs are of exactly the classes that they are declared as.")
]
FLAT_MAPS = Annotated[
    bool, typer.Option("--flat-maps", help="Java: in hash maps of the input no two keys share a bucket.")
]
FIXED_ENVIRONMENT = Annotated[
    bool,
    typer.Option(
        "--fixed-environment", help="Java: clocks, seeds, hash codes and properties are constants, and not inputs."
    ),
]
FIRST_USE = Annotated[
    bool,
    typer.Option("--first-use", help="Java: classes of inputs were initialised before the call, others at first use."),
]
SOLVER = Annotated[Backend | None, typer.Option(help="Decision procedure.", show_default="auto")]
SOLVER_TIMEOUT = Annotated[float | None, timeout("Seconds for one query.", 10)]
LOG_QUERIES = Annotated[
    Path | None,
    typer.Option("--log-queries", metavar="DIR", help="Write every query there as SMT-LIB, with its answer and time."),
]
CROSS_CHECK = Annotated[
    bool, typer.Option("--cross-check", help="Ask a second solver about every answer; what it contradicts is unknown.")
]
TEXT_JSON = Annotated[TextJson, form()]
OUTPUT = Annotated[
    Path | None, typer.Option("-o", "--output", help="Write the results there instead of to standard output.")
]
NO_STORE = Annotated[bool, typer.Option("--no-store", help="Do not keep the run: see symheap runs.")]
QUIET = Annotated[bool, quiet("No progress, and of text only the summary.")]
VERBOSE = Annotated[bool, typer.Option("--verbose", "-v", help="Show a traceback if symheap itself fails.")]


# Groups ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Exploring(Group):
    """Where paths and runs end, which path comes first, and what no input has."""

    max_calls: MAX_CALLS = None
    max_loop: MAX_LOOP = None
    max_iterations: MAX_ITERATIONS = None
    max_depth: MAX_DEPTH = None
    max_traces: MAX_TRACES = None
    timeout: TIMEOUT = None
    search: SEARCH = None
    seed: SEED = None
    acyclic: ACYCLIC = None


@dataclass(frozen=True, slots=True)
class Solving(Group):
    """Who answers queries, how long it may take, and how the answers are overseen."""

    solver: SOLVER = None
    solver_timeout: SOLVER_TIMEOUT = None
    log_queries: LOG_QUERIES = None
    cross_check: CROSS_CHECK = False


@dataclass(frozen=True, slots=True)
class Java(Group):
    """Where the classes of a Java program are, and what is said about its inputs: for no other language."""

    jdk: JDK = None
    class_path: CLASS_PATH = None
    assume: ASSUME = None
    non_null: NON_NULL = None
    symbolic_static: SYMBOLIC_STATIC = None
    also: ALSO = None
    exact_types: EXACT_TYPES = False
    flat_maps: FLAT_MAPS = False
    fixed_environment: FIXED_ENVIRONMENT = False
    first_use: FIRST_USE = False

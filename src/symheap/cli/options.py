"""The options that commands share, each said once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


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
MAX_CALLS = Annotated[int | None, typer.Option(min=1, help="Nested calls before a path is cut.", show_default="80")]
MAX_LOOP = Annotated[
    int | None, typer.Option(min=1, help="Rounds of one loop before a path is cut.", show_default="150")
]
MAX_ITERATIONS = Annotated[
    int | None,
    typer.Option(min=1, help="Rounds of all loops together before a path is cut.", show_default="no limit"),
]
MAX_DEPTH = Annotated[int | None, typer.Option(min=1, help="Decisions before a path is cut.", show_default="no limit")]
MAX_TRACES = Annotated[int | None, typer.Option(min=1, help="Traces before the run stops.", show_default="no limit")]
TIMEOUT = Annotated[
    float | None, typer.Option(help="Seconds before the run stops.", show_default="no limit", callback=seconds)
]
SEARCH = Annotated[SearchOrder | None, typer.Option(help="Which state to go on with.", show_default="dfs")]
SEED = Annotated[int | None, typer.Option(min=0, help="Seed of --search random.", show_default="0")]
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
SOLVER = Annotated[Backend | None, typer.Option(help="Decision procedure.", show_default="auto")]
SOLVER_TIMEOUT = Annotated[
    float | None, typer.Option(help="Seconds for one query.", show_default="10", callback=seconds)
]
OUTPUT = Annotated[
    Path | None, typer.Option("-o", "--output", help="Write the results there instead of to standard output.")
]
NO_STORE = Annotated[bool, typer.Option("--no-store", help="Do not keep the run: see symheap runs.")]
QUIET = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, and of text only the summary.")]
VERBOSE = Annotated[bool, typer.Option("--verbose", "-v", help="Show a traceback if symheap itself fails.")]

"""Options that several commands share and that are not settings: the form and the file of the results."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer


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


# Options that some commands redefine with another default or help text ------------------------------------------------


def count(help: str, default: object, least: int = 1) -> Any:
    return typer.Option(min=least, help=help, show_default=str(default))


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
JDK = Annotated[
    str | None, typer.Option(metavar="PATH", help="Java: the JDK.", show_default="JAVA_HOME, else the java on the PATH")
]
TEXT_JSON = Annotated[TextJson, form()]
OUTPUT = Annotated[
    Path | None, typer.Option("-o", "--output", help="Write the results there instead of to standard output.")
]
NO_STORE = Annotated[bool, typer.Option("--no-store", help="Do not keep the run: see symheap runs.")]
QUIET = Annotated[bool, quiet("No progress, and of text only the summary.")]
VERBOSE = Annotated[
    int,
    typer.Option(
        "--verbose",
        "-v",
        count=True,
        show_default=False,
        metavar="",
        help="Log the progress, with -vv in detail; show a traceback if symheap itself fails.",
    ),
]
ASSUMPTIONS = Annotated[
    bool, typer.Option("--assumptions", help="Of text: list all that is taken for granted, one line each.")
]
EMIT_IR = Annotated[bool, typer.Option("--emit-ir", help="Show the program in the language of the engine, and stop.")]

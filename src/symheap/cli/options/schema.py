"""``symheap schema``: print the JSON Schema of a command's output."""

from __future__ import annotations

import sys
from enum import StrEnum
from importlib.resources import files
from typing import Annotated

import typer

from symheap.cli.options import shared as o


class Described(StrEnum):
    EXPLORE = "explore"
    EXPLORE_1 = "explore-1"
    COMPARE = "compare"
    CHECK = "check"
    TEST = "test"
    PROVE = "prove"
    VERIFY = "verify"
    ENTAIL = "entail"


def schema(
    name: Annotated[
        Described,
        typer.Argument(
            metavar="COMMAND", help="explore, explore-1 (--schema 1), compare, check, test, prove, verify or entail."
        ),
    ],
    verbose: o.VERBOSE = 0,
) -> int:
    """Print the schema of what a command writes with --format json (JSON Schema, draft 2020-12).

    \b
    symheap schema explore > explore.schema.json
    """
    sys.stdout.write(text(name.value))
    return 0


def text(name: str) -> str:
    return files("symheap.report.formats").joinpath(f"schema/{name}.schema.json").read_text(encoding="utf-8")

"""A command whose time is over before it has a result still writes a valid document."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
import pytest

from symheap.cli.terminal.late_document import late_document

COMMANDS = {
    "explore": ("swap.jl", "--heap", "lazy"),
    "prove": ("a.c", "b.c", "--property", "leak"),
    "compare": ("swap.jl",),
    "check": ("swap.jl", "--quiet"),
    "test": ("Stack.java", "-o", "tests"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_it_keeps_the_contract(command: str) -> None:
    file, text = late_document((command, *COMMANDS[command], "--format=json"), 1.2345)
    schema = json.loads(
        files("symheap.report.formats.schema").joinpath(f"{command}.schema.json").read_text(encoding="utf-8")
    )
    document = json.loads(text)
    jsonschema.validate(document, schema)
    assert file is None
    assert document["target"] in ("swap.jl", "a.c b.c", "Stack.java")


def test_nothing_is_claimed() -> None:
    explored = json.loads(late_document(("explore", "swap.jl", "--format", "json"), 1.0)[1])
    assert (explored["complete"], explored["stopped"]) == (False, "timeout")
    proved = json.loads(late_document(("prove", "a.c", "--format", "json"), 1.0)[1])
    assert (proved["verdict"], proved["reason"]) == ("unknown", "timeout")


def test_it_goes_where_the_results_go() -> None:
    assert late_document(("explore", "swap.jl", "--format", "json", "-o", "out.json"), 1.0)[0] == "out.json"
    assert late_document(("explore", "swap.jl"), 1.0) == (None, "")
    assert late_document(("explore", "swap.jl", "--format", "sarif"), 1.0) == (None, "")

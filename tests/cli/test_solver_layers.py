"""Layers of the solver chain that are left out by name: the paths stay the same, the queries do not."""

from __future__ import annotations

import json
from pathlib import Path

from cli_runner import symheap as command

import symheap

SUM = str(Path(__file__).parents[2] / "examples" / "javalite" / "sum.jl")


def test_without_layers_the_paths_are_the_same() -> None:
    whole, bare = (
        json.loads(command("explore", SUM, "--format", "json", "--no-store", *more).out)
        for more in ((), ("--without-layer", "reuse", "--without-layer", "repair"))
    )
    assert whole["paths"] == bare["paths"] == 4
    assert whole["solver"]["answered_without_solver"] > bare["solver"]["answered_without_solver"]


def test_a_layer_that_does_not_exist_is_refused() -> None:
    refused = command("explore", SUM, "--without-layer", "magic")
    assert refused.status == 2
    assert "syntactic" in refused.err


def test_the_python_interface_has_the_option_too() -> None:
    assert len(symheap.explore(SUM, without_layer=["cache"]).paths()) == 4

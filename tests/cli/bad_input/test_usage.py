"""Invalid use prints one line with the mistake and the remedy, and has exit status 2."""

from __future__ import annotations

import pytest
from cli_runner import JAVALITE, ROOT, symheap


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["explore"], "TARGET is missing (see symheap explore --help)"),
        (["prove"], "FILE… is missing (see symheap prove --help)"),
        (["explore", "--fromat", "x", "swap.jl"], "there is no option --fromat; did you mean --format"),
        (["explore", "swap.jl", "b", "c"], "b c is unexpected on the command line (see symheap explore --help)"),
        (["explore", "swap.jl", "--max-calls", "abc"], "--max-calls must be a whole number, not 'abc' (see"),
        (["explore", "swap.jl", "--max-calls", "0"], "--max-calls must be at least 1, not '0' (see"),
        (
            ["explore", "swap.jl", "--format=xml"],
            "--format must be one of text, json, dot, sarif, junit-xml, html, not",
        ),
        (["explore", "swap.jl", "--max-calls"], "--max-calls needs a value (see symheap explore --help)"),
        (["explore", "swap.jl", "--quiet=3"], "--quiet takes no value (see symheap explore --help)"),
        (["explore", "swap.jl", "--timeout", "x"], "--timeout must be a number, not 'x' (see"),
        (["explore", "swap.jl", "--timeout=-1"], "--timeout must be a number of seconds, 0.001 or more, not '-1' (see"),
        (["explain", "swap.jl"], "there is no command explain"),
        (["bench", "nothing"], "there is no command nothing (see symheap bench --help)"),
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_line(arguments: list[str], said: str) -> None:
    result = symheap(*arguments)
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith(f"symheap: error: {said}")
    assert result.err.count("\n") == 1


def test_assumptions_are_one_line_unless_they_are_asked_for() -> None:
    folded = symheap("prove", ROOT / "examples" / "c" / "reverse.c", "--no-store")
    listed = symheap("prove", ROOT / "examples" / "c" / "reverse.c", "--no-store", "--assumptions")
    assert folded.out.count("assuming: ") == 1
    assert "(3 assumptions; --assumptions lists them)" in folded.out
    assert listed.out.count("assuming: ") == 3
    assert "--assumptions lists them" not in listed.out


def test_javalite_assumes_nothing() -> None:
    assert "assuming" not in symheap("explore", "swap.jl", "--no-store", "--assumptions", folder=JAVALITE).out

"""``--log-queries`` and ``--cross-check``."""

from __future__ import annotations

import json
from pathlib import Path

from cli_runner import JAVALITE, ROOT, symheap


def test_an_exploration_says_what_a_second_solver_said(tmp_path: Path) -> None:
    file = str(JAVALITE / "sum.jl")
    log = tmp_path / "log"
    result = symheap("explore", file, "--no-store", "--cross-check", "--log-queries", str(log), "--format", "json")
    said = json.loads(result.out)["solver"]["cross_check"]
    assert said["contradicted"] == 0
    assert said["confirmed"] == len(list(log.glob("*.smt2"))) > 0
    plain = json.loads(symheap("explore", file, "--no-store", "--format", "json").out)
    assert "cross_check" not in plain["solver"]


def test_a_proof_says_it_in_a_note(tmp_path: Path) -> None:
    file = str(ROOT / "examples" / "c" / "reverse.c")
    result = symheap("prove", file, "--no-store", "--quiet", "--cross-check", "--log-queries", str(tmp_path / "log"))
    assert result.status == 0
    assert "cross-check with cvc5: " in result.err
    assert " 0 contradicted" in result.err
    assert (tmp_path / "log" / "queries.csv").exists()

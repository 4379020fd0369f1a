"""`symheap check`: laws that hold, that are broken, and that are not decided."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from cli_runner import POSE, symheap

from symheap.laws import laws
from symheap.laws.subject import LawSubject, LawViolation


@pytest.mark.parametrize("name", ["sum.jl", "hasnull.jl", "casts.jl"])
def test_all_laws_hold_on_javalite(name: str) -> None:
    result = symheap("check", name)
    assert result.status == 0, result.out
    assert "7 of 7 laws hold, up to 3 nested calls" in result.out
    assert "machine          holds" in result.out


def test_all_laws_hold_on_pose() -> None:
    result = symheap("check", "p2.pose", "--format", "json", folder=POSE)
    document = json.loads(result.out)
    assert result.status == 0
    assert [law["law"] for law in document["laws"]] == list(laws.LAWS)
    assert {law["outcome"] for law in document["laws"]} == {"holds"}
    assert document["bounds"]["max_objects"] == 3


def test_more_heaps_than_allowed_decide_nothing() -> None:
    result = symheap("check", "sum.jl", "--max-heaps", "7")
    assert result.status == 3
    assert "partition        not decided  (stopped after 7 initial heaps)" in result.out


def test_a_model_that_is_stopped_decides_nothing() -> None:
    result = symheap("check", "tree.jl", "--max-calls", "9", "--timeout", "2")
    assert result.status == 3
    assert result.out.count("not decided") == 7
    assert "stopped by timeout" in result.out


def test_a_broken_law_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(subject: LawSubject) -> Iterator[LawViolation]:
        yield from (LawViolation("witness", "lazy", f"counterexample {i}") for i in range(5))

    monkeypatch.setitem(laws.LAWS, "witness", wrong)
    result = symheap("check", "swap.jl")
    assert result.status == 1
    assert "witness          broken" in result.out
    assert "lazy: counterexample 0" in result.out
    assert "and 2 more" in result.out


def test_an_engine_that_leaves_the_rules_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symheap.lang.javalite.machine.JavaliteMachine.run", lambda self: [])
    result = symheap("check", "swap.jl")
    assert result.status == 1
    assert "0 by the rules, 1 by the engine" in result.out

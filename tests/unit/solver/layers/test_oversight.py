"""Answers that are logged and cross-checked."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from symheap.core.origin import Origin
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.sorts import BV32
from symheap.core.terms import Op, Value, eq, not_, symbol
from symheap.core.theories.bitvectors import bitvector
from symheap.solver.api import Query, Statistics
from symheap.solver.chain import default_chain
from symheap.solver.layers.oversight import INDEX, CrossChecked, Oversight, _by_cvc5, _by_z3
from symheap.solver.path import EMPTY_PATH

X, Y = (symbol(Origin.root(name), BV32) for name in "xy")
POSSIBLE = bitvector(Op.BVSLT, 32, X, Y)
IMPOSSIBLE = eq(bitvector(Op.BVMUL, 32, X, 2), bitvector(Op.BVADD, 32, bitvector(Op.BVMUL, 32, Y, 2), 1))


class Fixed:
    """A chain with a fixed answer."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def check(self, query: Query) -> Answer:
        return self.answer


def counts(statistics: Statistics) -> tuple[int, int, int]:
    return statistics.confirmed, statistics.unconfirmed, statistics.contradicted


@pytest.mark.parametrize("second", [_by_cvc5, _by_z3])
def test_right_answers_are_confirmed(second: object) -> None:
    statistics = Statistics()
    chain = CrossChecked(default_chain()[0], (statistics,), 10_000, second)  # type: ignore[arg-type]
    assert isinstance(chain.check(Query(EMPTY_PATH, POSSIBLE)), Sat)
    assert isinstance(chain.check(Query(EMPTY_PATH, IMPOSSIBLE)), Unsat)
    assert counts(statistics) == (2, 0, 0)


@pytest.mark.parametrize("second", [_by_cvc5, _by_z3])
def test_a_wrong_answer_becomes_unknown(second: object) -> None:
    statistics = Statistics()
    lies = CrossChecked(Fixed(Unsat()), (statistics,), 10_000, second)  # type: ignore[arg-type]
    result = lies.check(Query(EMPTY_PATH, POSSIBLE))
    assert isinstance(result, Unknown)
    assert result.reason == "cross-check: sat by the second solver, unsat by the chain"
    assert counts(statistics) == (0, 0, 1)


def test_what_the_second_solver_does_not_decide_stands() -> None:
    statistics = Statistics()
    chain = CrossChecked(Fixed(Unsat()), (statistics,), 10_000, lambda script, milliseconds: "unknown")
    assert isinstance(chain.check(Query(EMPTY_PATH, IMPOSSIBLE)), Unsat)
    assert counts(statistics) == (0, 1, 0)


def test_a_script_that_cannot_be_read_is_not_decided() -> None:
    assert _by_cvc5("(assert nonsense)", 1_000) == ""
    assert _by_z3("(assert nonsense)", 1_000) == ""


def test_queries_are_written_down_behind_what_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "log"
    folder.mkdir()
    (folder / "000001.smt2").write_text("mine")
    goals: list[Value] = [POSSIBLE, IMPOSSIBLE, not_(POSSIBLE)]
    for _ in range(2):
        solver, _statistics = default_chain(oversight=Oversight(folder))
        for goal in goals:
            solver.check(Query(EMPTY_PATH, goal))
    assert (folder / "000001.smt2").read_text() == "mine"
    with (folder / INDEX).open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["answer"] for row in rows] == ["sat", "unsat", "sat"] * 2
    assert [row["file"] for row in rows] == [f"00000{number}.smt2" for number in range(2, 8)]
    for row in rows:
        text = (folder / row["file"]).read_text()
        assert text.startswith(f"; answer: {row['answer']}\n")
        assert _by_z3(text, 10_000) == row["answer"]

"""[Summaries] Theorem 9 at every step of the machine, with the map h."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from symheap.core.outcome import Answer
from symheap.core.terms import Value
from symheap.heap.api import Answer as Branches
from symheap.heap.api import Ok, PathView, Ref, Slot
from symheap.heap.summary.model import Summary
from symheap.heap.summary.state import SummaryHeap
from symheap.lang.javalite.check import check_text
from symheap.lang.stepping import Feasible
from symheap.laws.bisimulation import Related, bisimulation
from symheap.solver.api import Query, Solver, Statistics
from symheap.solver.path import PathCondition

FOLDER = Path(__file__).parents[2] / "examples" / "javalite"
PROGRAMS = sorted(FOLDER.glob("*.jl"))
MOST_PAIRS = 3000


def asking(chain: tuple[Solver, Statistics]) -> Feasible:
    def feasible(path: PathCondition, condition: Value) -> Answer:
        return chain[0].check(Query(path, condition))

    return feasible


def pairs_of(path: Path, chain: tuple[Solver, Statistics]) -> list[Related]:
    walk = bisimulation(check_text(path.read_text(encoding="utf-8"), path.name), asking(chain), max_calls=2)
    return [pair for _, pair in zip(range(MOST_PAIRS), walk, strict=False)]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_pair_of_states_is_related(path: Path, solver: tuple[Solver, Statistics]) -> None:
    pairs = pairs_of(path, solver)
    assert [str(pair) for pair in pairs if pair.problem] == []
    assert pairs


def test_the_map_sends_two_lazy_states_to_one_summary(solver: tuple[Solver, Statistics]) -> None:
    """In `swap` the lazy machine chooses whether s is this; the summary has both, each under its own location."""
    shown = {str(pair) for pair in pairs_of(FOLDER / "swap.jl", solver)}
    maps = {text.partition("h = ")[2] for text in shown}
    assert any("this ↦" in text and ", s ↦" in text for text in maps)
    assert any("this ↦" in text and "s ↦" not in text.replace("this ↦", "") for text in maps)


class Forgetful(Summary):
    """A summary that forgets every write."""

    def store(self, heap: SummaryHeap, ref: Ref, slot: Slot, value: object, path: PathView) -> Branches[SummaryHeap]:
        answer = super().store(heap, ref, slot, value, path)  # type: ignore[arg-type]
        return tuple(replace(branch, heap=heap) if isinstance(branch, Ok) else branch for branch in answer)


def test_a_lost_write_breaks_the_relation(solver: tuple[Solver, Statistics], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symheap.laws.bisimulation.Summary", Forgetful)
    problems = [pair.problem for pair in pairs_of(FOLDER / "swap.jl", solver) if pair.problem]
    assert any("another object" in problem for problem in problems)

"""[Uber-lazy draft]'s liveness changes nothing.

Its consistency function C drops a path if a *live* reference has lost all its locations. The guards of a reference
cover all cases, so such a reference, live or not, means that the new condition contradicts the path: the path ends
because it is infeasible, and there is no program on which liveness decides. Here both sides of every comparison are
strengthened, in every program, and each empty reference is confronted with the solver.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from paper_programs import EXAMPLES, shared_chain

from symheap.core.outcome import Answer
from symheap.core.terms import Value, not_
from symheap.heap.api import Answer as Branches
from symheap.heap.api import PathView, Ref
from symheap.heap.summary.model import Summary
from symheap.heap.summary.rules import ER, references_equal, strengthen
from symheap.heap.summary.state import SummaryHeap
from symheap.lang.javalite.check import CheckedProgram, check_text
from symheap.lang.javalite.machine import JavaliteMachine
from symheap.solver.api import Query
from symheap.solver.path import PathCondition

PROGRAMS = sorted((EXAMPLES / "javalite").glob("*.jl"))


class Watched(Summary):
    """Records, for each side of each comparison, whether a reference is empty and whether the side is possible."""

    def __init__(self, program: CheckedProgram) -> None:
        super().__init__(program.classes.table)
        self.sides: Counter[tuple[bool, bool]] = Counter()

    def same(self, heap: SummaryHeap, a: Ref, b: Ref, path: PathView) -> Branches[SummaryHeap]:
        equal = references_equal(heap, a, b)
        for guard in (equal, not_(equal)):
            self.sides[bool(ER(strengthen(heap, guard, path))), path.may(guard)] += 1
        return super().same(heap, a, b, path)


def feasible(path: PathCondition, condition: Value) -> Answer:
    return shared_chain()[0].check(Query(path, condition))


def sides_of(path: Path) -> Counter[tuple[bool, bool]]:
    program = check_text(path.read_text(encoding="utf-8"), path.name)
    watched = Watched(program)
    JavaliteMachine(program, watched, feasible, max_calls=2).run()
    return watched.sides


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_an_empty_reference_means_an_infeasible_path(path: Path) -> None:
    sides = sides_of(path)
    assert sides[True, True] == 0


def test_there_are_empty_references_and_references_that_are_not() -> None:
    sides = sum((sides_of(path) for path in PROGRAMS), Counter())
    assert sides[True, False]
    assert sides[False, True]

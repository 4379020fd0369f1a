"""The error that a search prefers, and the reason why it found none."""

from __future__ import annotations

import pytest

from symheap.bmc import paths
from symheap.bmc.check import feasible
from symheap.bmc.counterexample import Counterexample, Goal, NoneFound
from symheap.bmc.execution.start import entry_state
from symheap.bmc.guidance import FAR, Guide
from symheap.bmc.limits import SearchLimits
from symheap.core.outcome import Answer as SolverAnswer
from symheap.core.outcome import Unknown
from symheap.core.source import Position
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory import ir
from symheap.memory.errors import MemoryErrorKind
from symheap.solver.api import Query, Solver, Statistics

SEARCH = SearchLimits(seconds=10.0, random_seconds=0.0)
TWO_ERRORS = """
int nondet(void);
int main(void) {
    int *p = 0;
    if (nondet() == 3)
        *p = 1;
    if (nondet() == 4)
        p[2] = 1;
    return 0;
}
"""


def program(text: str) -> ir.Program:
    return load_text(text, "test.c", COptions())


def at(found: ir.Program, line: int) -> Position:
    """Return the place of the memory access on a line."""
    return next(
        command.position
        for function in found.functions.values()
        for block in function.blocks.values()
        for command in block.commands
        if command.position.line == line and isinstance(command, (ir.Load, ir.Store, ir.Free, ir.Assert))
    )


@pytest.mark.parametrize("line", [6, 8])
def test_the_first_goal_is_preferred(line: int) -> None:
    text = program(TWO_ERRORS)
    goals = [Goal(MemoryErrorKind.NULL, at(text, line)), Goal(MemoryErrorKind.NULL, at(text, 14 - line))]
    answer = feasible(text, goals, limits=SEARCH)
    assert isinstance(answer, Counterexample)
    assert answer.failure.position.line == line


def test_another_error_is_better_than_none() -> None:
    text = program(TWO_ERRORS)
    goal = Goal(MemoryErrorKind.DOUBLE_FREE, at(text, 8))
    answer = feasible(text, [goal], limits=SEARCH)
    assert isinstance(answer, Counterexample)
    assert (answer.failure.kind, answer.failure.position) == (MemoryErrorKind.NULL, goal.position)


def test_paths_keep_to_the_blocks_that_are_allowed() -> None:
    text = program(TWO_ERRORS)
    whole = feasible(text, (), limits=SEARCH)
    assert isinstance(whole, Counterexample)
    blocks = {("main", label) for label in text.functions["main"].blocks}
    failing = {block for block in blocks if any(c.position.line in (6, 8) for c in _commands(text, block))}
    assert len(failing) == 2
    answer = feasible(text, (), blocks - failing, SEARCH)
    assert isinstance(answer, NoneFound)
    assert answer.reason == "exhausted"


def _commands(text: ir.Program, block: tuple[str, str]) -> tuple[ir.Command, ...]:
    return text.functions[block[0]].blocks[block[1]].commands


FOREVER = (
    "int nondet(void); int main(void) { int i = 0; while (nondet()) i++; if (i < 0) { int *p = 0; *p = i; } return i; }"
)


def test_bounds_are_named() -> None:
    answer = feasible(program(FOREVER), (), limits=SearchLimits(seconds=20.0, random_seconds=0.0, blocks=20))
    assert isinstance(answer, NoneFound)
    assert answer.reason == "bound"
    assert 0 < answer.bound <= 20


def test_the_depth_of_calls_is_a_bound() -> None:
    text = "int nondet(void); int f(int n) { return nondet() ? f(n + 1) : n; } int main(void) { return f(0); }"
    answer = feasible(program(text), (), limits=SearchLimits(seconds=20.0, random_seconds=0.0, depth=5))
    assert isinstance(answer, NoneFound)
    assert answer.reason == "bound"


def test_time_is_named() -> None:
    answer = feasible(program(FOREVER), (), limits=SearchLimits(seconds=0.2, random_seconds=0.05))
    assert isinstance(answer, NoneFound)
    assert answer.reason == "time"
    assert answer.effort.runs > 0
    assert answer.effort.steps > 0


def test_what_is_refused_is_named() -> None:
    text = "int other(int); int main(void) { int x = other(1); return x; }"
    answer = feasible(program(text), (), limits=SEARCH)
    assert isinstance(answer, NoneFound)
    assert answer.reason.startswith("refused: ")
    assert "other" in answer.reason


class Silent:
    """A solver that never knows the answer."""

    def check(self, query: Query) -> SolverAnswer:
        return Unknown("silent")


def test_a_solver_that_does_not_know_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(**options: object) -> tuple[Solver, Statistics]:
        return Silent(), Statistics()

    monkeypatch.setattr(paths, "default_chain", silent)
    answer = feasible(program(TWO_ERRORS), (), limits=SEARCH)
    assert isinstance(answer, NoneFound)
    assert answer.reason == "solver"


def test_what_the_interpreter_does_not_confirm_is_no_counterexample(monkeypatch: pytest.MonkeyPatch) -> None:
    from symheap.memory.execution.oracle import Script

    monkeypatch.setattr(paths, "failure_script", lambda fault: Script(places=(3,)))
    text = program("int main(void) { int x[2]; int *p = x; p[5] = 1; return 0; }")
    answer = feasible(text, (), limits=SEARCH)
    assert isinstance(answer, NoneFound)
    assert answer.reason == "bound"
    assert answer.effort.unconfirmed > 0


# Guidance -------------------------------------------------------------------------------------------------------------

CALLS = """
int nondet(void);
void leaf(int *p) {
    *p = 1;
}
int main(void) {
    if (nondet())
        return 1;
    leaf(0);
    return 0;
}
"""


def test_distances_go_through_calls() -> None:
    text = program(CALLS)
    start = entry_state(text)
    guide = Guide(text, [at(text, 4)])
    assert guide.distance(start) == 2
    assert Guide(text, []).distance(start) == 0
    assert Guide(text, [Position("elsewhere", 1, 1)]).distance(start) >= FAR


def test_where_no_goal_can_be_reached_nothing_is_followed() -> None:
    text = program(CALLS)
    answer = feasible(text, [Goal(MemoryErrorKind.NULL, Position("elsewhere", 1, 1))], limits=SEARCH)
    assert isinstance(answer, NoneFound)
    assert (answer.reason, answer.effort.steps) == ("exhausted", 0)

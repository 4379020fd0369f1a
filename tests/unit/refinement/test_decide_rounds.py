"""Algorithm 1: its decisions, and what stays unknown when a phase gives up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from symheap.bmc.counterexample import Answer, Counterexample, Goal, NoneFound
from symheap.bmc.limits import SearchLimits
from symheap.core.outcome import Unknown
from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.oracle import Script
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed
from symheap.refinement.algorithm import Tools, by_interpreter, decide
from symheap.refinement.concrete import ConcreteHeap
from symheap.refinement.decision import PATTERNS, Phase, Settings
from symheap.refinement.diagnose import Discontinuity, Undiagnosed
from symheap.refinement.doomed import DoomedBounds, DoomedState
from symheap.separation.abstraction.precision import COARSE, FINE
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.proof.transition import Point
from symheap.separation.proof.verdict import Leak, Word
from symheap.solver.api import Query

OBJECTS = """#include <stdlib.h>
extern int symheap_nondet_int(void);
struct node { int *data; struct node *next; };
int main(void)
{
    struct node *list = NULL;
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = malloc(sizeof(int));
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        free(list->data);
        free(list);
        list = next;
    }
    return 0;
}
"""
BROKEN = OBJECTS.replace("free(list->data);", "free(list->data); free(list->data);")
INDEXED = """#include <stdlib.h>
extern int symheap_nondet_int(void);
int main(void)
{
    int numbers[8] = {0};
    int i = symheap_nondet_int();
    if (i >= 0 && i < 8)
        numbers[i] = 1;
    return 0;
}
"""
THREE = """#include <stdlib.h>
extern int symheap_nondet_int(void);
struct node { struct node *next; };
int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    while (symheap_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    list = list->next->next;
    list = list->next;
    return 0;
}
"""


@pytest.fixture(name="loaded")
def fixture_loaded(tmp_path: Path) -> Callable[[str], Program]:
    def loaded(text: str) -> Program:
        source = tmp_path / "program.c"
        source.write_text(text)
        return load([source], COptions())

    return loaded


Loaded = Callable[[str], Program]
_COUNTING = replace(FINE, apart=True)
"""The last precision before lists are counted further, for a program that tests no data."""
_SETTINGS = Settings(seconds=60.0, precision=COARSE, feasibility_seconds=0.3)


def _none(reason: str) -> Callable[..., Answer]:
    def feasible(
        program: Program, goals: Sequence[Goal], allowed: frozenset[tuple[str, str]] | None, limits: SearchLimits
    ) -> Answer:
        return NoneFound(reason, 7)

    return feasible


class Nothing:
    """Finds no doomed state."""

    def doomed(self, point: Point, heap: SymbolicHeap) -> Iterator[DoomedState]:
        return iter(())


def _nothing(program: Program, logic: Logic, goals: tuple[Goal, ...], bounds: DoomedBounds) -> Nothing:
    return Nothing()


class Silent:
    """A solver that never knows."""

    def check(self, query: Query) -> Unknown:
        return Unknown("a time-out")


def test_a_proof_at_once_has_no_other_phase(loaded: Loaded) -> None:
    decision = decide(loaded(OBJECTS), Settings(seconds=60.0))
    assert decision.word is Word.SAFE
    assert decision.leak is Leak.NONE
    assert len(decision.rounds) == 1
    assert set(decision.rounds[0].seconds) == {Phase.ANALYSIS}
    assert decision.precision == FINE


def test_coarse_patterns_are_refined_until_there_is_a_proof(loaded: Loaded) -> None:
    decision = decide(loaded(OBJECTS), _SETTINGS)
    assert decision.word is Word.SAFE
    assert decision.leak is Leak.NONE
    assert [each.verdict.word for each in decision.rounds] == [Word.UNKNOWN, Word.SAFE]
    first = decision.rounds[0]
    assert isinstance(first.feasibility, NoneFound)
    assert isinstance(first.diagnosis, Discontinuity)
    assert first.refined is not None
    assert decision.rounds[1].precision == first.refined.precision
    assert decision.discontinuity is first.diagnosis


def test_an_error_is_unsafe_when_a_replay_shows_it(loaded: Loaded) -> None:
    program = loaded(BROKEN)
    decision = decide(program, Settings(seconds=60.0, feasibility_seconds=20.0))
    assert decision.word is Word.UNSAFE
    assert decision.reason == MemoryErrorKind.DOUBLE_FREE.value
    assert decision.replays == ("interpreter",)
    assert decision.counterexample is not None
    assert decision.counterexample.failure.position.line == 15
    assert by_interpreter(program)(decision.counterexample) == ("interpreter",)


def test_a_counterexample_that_no_replay_confirms_stays_unknown(loaded: Loaded) -> None:
    decision = decide(loaded(BROKEN), Settings(seconds=60.0, feasibility_seconds=20.0), lambda found: ())
    assert decision.word is Word.UNKNOWN
    assert decision.reason == "replay: the counterexample was not confirmed"
    assert decision.counterexample is not None
    assert decision.replays == ()


def test_a_wrong_script_is_not_confirmed_by_the_interpreter(loaded: Loaded) -> None:
    program = loaded(OBJECTS)
    failure = Failed(MemoryErrorKind.NULL, program.functions["main"].position, "made up", ())
    assert by_interpreter(program)(Counterexample(Script(), failure, "search")) == ()


@pytest.mark.parametrize("reason", ["solver", "time", "bound", "refused: a float"])
def test_a_search_that_gives_up_decides_nothing(loaded: Loaded, reason: str) -> None:
    tools = Tools(feasible=_none(reason), synthesis=_nothing)
    decision = decide(loaded(THREE), Settings(seconds=60.0, precision=_COUNTING), tools=tools)
    assert decision.word is Word.UNKNOWN
    assert decision.reason == "diagnosis: no doomed state where something was abstracted"
    assert isinstance(decision.rounds[0].diagnosis, Undiagnosed)


def test_without_a_diagnosis_all_patterns_are_tried(loaded: Loaded) -> None:
    decision = decide(loaded(OBJECTS), _SETTINGS, tools=Tools(feasible=_none("time"), synthesis=_nothing))
    assert decision.word is Word.SAFE
    assert decision.precision.features is None
    assert decision.rounds[0].refined is not None
    assert "all that items have in common is kept" in decision.rounds[0].refined.what


def test_a_search_of_all_executions_is_a_proof(loaded: Loaded) -> None:
    decision = decide(loaded(OBJECTS), _SETTINGS, tools=Tools(feasible=_none("exhausted"), synthesis=_nothing))
    assert decision.word is Word.SAFE
    assert decision.leak is Leak.NONE


def test_a_solver_that_never_answers_proves_nothing(loaded: Loaded) -> None:
    program = loaded(INDEXED)
    assert decide(program, Settings(seconds=60.0)).word is Word.SAFE
    tools = Tools(feasible=_none("solver"), solver=lambda milliseconds: Silent())
    decision = decide(program, Settings(seconds=60.0), tools=tools)
    assert decision.word is Word.UNKNOWN
    assert decision.rounds[0].verdict.reason.startswith("possible-")


def test_beyond_patterns_lists_are_counted_further(loaded: Loaded) -> None:
    decision = decide(loaded(THREE), Settings(seconds=60.0, precision=_COUNTING, feasibility_seconds=0.3))
    assert decision.word is Word.SAFE
    assert decision.precision.counted > FINE.counted
    assert decision.rounds[0].refined is not None
    assert "at least 3 items" in decision.rounds[0].refined.what


def test_beyond_patterns_lists_are_measured_first(loaded: Loaded) -> None:
    decision = decide(loaded(THREE), Settings(seconds=60.0, feasibility_seconds=0.3))
    assert decision.word is Word.SAFE
    assert decision.precision.measured
    assert decision.rounds[0].refined is not None
    assert decision.rounds[0].refined.what == "lists remember how many items they have"


def test_an_analysis_that_times_out_is_unknown(loaded: Loaded) -> None:
    ticks = iter(range(10_000_000))
    tools = Tools(feasible=_none("time"), clock=lambda: float(next(ticks)))
    decision = decide(loaded(OBJECTS), Settings(seconds=20.0), tools=tools)
    assert decision.word is Word.UNKNOWN
    assert decision.reason == "analysis: timeout"


def test_a_diagnosis_that_times_out_is_unknown(loaded: Loaded) -> None:
    class Clock:
        now = 0.0

        def __call__(self) -> float:
            return self.now

    clock = Clock()

    def slow(
        program: Program, goals: Sequence[Goal], allowed: frozenset[tuple[str, str]] | None, limits: SearchLimits
    ) -> Answer:
        clock.now += 1_000.0
        return NoneFound("time", 3)

    decision = decide(loaded(OBJECTS), _SETTINGS, tools=Tools(feasible=slow, clock=clock, synthesis=_nothing))
    assert decision.word is Word.UNKNOWN
    assert decision.reason.startswith("diagnosis: ")


def test_when_half_of_the_time_is_over_all_patterns_are_kept(loaded: Loaded) -> None:
    now = [0.0]

    def slow(
        program: Program, goals: Sequence[Goal], allowed: frozenset[tuple[str, str]] | None, limits: SearchLimits
    ) -> Answer:
        now[0] += 40.0
        return NoneFound("time", 3)

    decision = decide(loaded(OBJECTS), _SETTINGS, tools=Tools(feasible=slow, clock=lambda: now[0]))
    assert decision.word is Word.SAFE
    assert decision.precision.features is None
    assert decision.rounds[0].refined is not None
    assert decision.rounds[0].refined.what.startswith("half of the time is over")


def test_a_refinement_that_does_not_end_is_cut(loaded: Loaded) -> None:
    settings = Settings(seconds=60.0, rounds=0, precision=COARSE, feasibility_seconds=0.2)
    decision = decide(loaded(OBJECTS), settings, tools=Tools(feasible=_none("bound")))
    assert decision.word is Word.UNKNOWN
    assert decision.reason == "refinement: no proof after 0 rounds"


def test_a_doomed_state_that_nothing_excludes_is_told(loaded: Loaded) -> None:
    class Stubborn:
        """Claims that the state at the beginning of the first loop is doomed: no abstraction excludes it."""

        def doomed(self, point: Point, heap: SymbolicHeap) -> Iterator[DoomedState]:
            if "0:i" in heap.roots:
                failure = Failed(MemoryErrorKind.NULL, program.functions["main"].position, "made up", ())
                state = ConcreteHeap().with_root("0:i", 0).with_root("0:list", 0)
                yield DoomedState(state, point, failure, "made up")

    program = loaded(THREE)
    tools = Tools(feasible=_none("bound"), synthesis=lambda *_: Stubborn())
    decision = decide(program, Settings(seconds=60.0, precision=_COUNTING), tools=tools)
    assert decision.word is Word.UNKNOWN
    assert decision.reason == "refinement: no finer abstraction excludes the doomed state"
    assert decision.discontinuity is not None


def test_the_phases_and_their_times_are_noted(loaded: Loaded) -> None:
    first = decide(loaded(OBJECTS), _SETTINGS).rounds[0]
    assert list(first.seconds) == [Phase.ANALYSIS, Phase.FEASIBILITY, Phase.DIAGNOSIS, Phase.REFINEMENT]
    assert all(seconds >= 0 for seconds in first.seconds.values())


def test_patterns_have_names() -> None:
    assert PATTERNS == {"coarse": COARSE, "fine": FINE}

"""Layers of the chain save work: whichever are left out, programs have the same paths."""

from __future__ import annotations

from itertools import chain as joined
from itertools import combinations
from pathlib import Path

import pytest

from symheap.core.outcome import Answer, Sat, Unsat
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.target import Target, load
from symheap.solver.api import Query
from symheap.solver.backends.backend import Backend
from symheap.solver.chain import LAYERS, NEEDED, UnknownLayer, chain, default_chain
from symheap.solver.layers.route import always
from symheap.solver.path import EMPTY_PATH

EXAMPLES = Path(__file__).parents[4] / "examples"
PROGRAMS = sorted([*EXAMPLES.glob("javalite/*.jl"), *EXAMPLES.glob("pose/*.pose")])
SUBSETS = [*joined.from_iterable(combinations(LAYERS, size) for size in range(len(LAYERS) + 1))]
FEW = [LAYERS, *((name,) for name in LAYERS)]
BOUNDS = Bounds(max_calls=3, max_loop=2, max_traces=8)


def paths(program: Path, heap: str, without: tuple[str, ...]) -> list[tuple[tuple[str, ...], bool]]:
    """Return the decisions and ends of all traces in the order of discovery, each with whether it is confirmed."""
    loaded = load(Target.parse(str(program))).program
    exploration = Exploration(loaded, heap_model(heap, loaded.table), *default_chain(without=without), BOUNDS)
    return [(trace.key, trace.confirmed) for trace in exploration]


def test_every_subset_gives_the_same_paths() -> None:
    assert len(SUBSETS) == 2 ** len(LAYERS)
    program = EXAMPLES / "javalite" / "hasnull.jl"
    expected = paths(program, "summary", ())
    assert len(expected) > 1
    assert [without for without in SUBSETS if paths(program, "summary", without) != expected] == []


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.name)
def test_without_one_layer_or_all_of_them(program: Path) -> None:
    expected = paths(program, "pose", ())
    assert expected
    assert [without for without in FEW if paths(program, "pose", without) != expected] == []


def test_a_layer_that_is_left_out_is_not_asked() -> None:
    class Counts(Backend):
        name = "counts"
        asked = 0

        def supports(self, term: object) -> bool:
            return True

        def check(self, assertions: object, timeout_ms: int) -> Answer:
            self.asked += 1
            return Unsat()

    backend = Counts()
    whole, _ = chain(always(backend))
    bare, statistics = chain(always(backend), without=LAYERS)
    assert isinstance(whole.check(Query(EMPTY_PATH, True)), Sat)
    assert backend.asked == 0
    assert isinstance(bare.check(Query(EMPTY_PATH, True)), Unsat)
    assert (backend.asked, statistics.queries, statistics.decisions) == (1, 1, 1)


@pytest.mark.parametrize("name", NEEDED)
def test_what_answers_rest_on_stays(name: str) -> None:
    with pytest.raises(UnknownLayer, match=f"'{name}' cannot be left out; those that can are syntactic, reuse, "):
        default_chain(without=[name])


def test_an_unknown_name_is_refused_with_the_list() -> None:
    with pytest.raises(UnknownLayer, match=f"unknown layer 'speed': choose among {', '.join(LAYERS)}"):
        default_chain(without={"speed"})

"""[Uber-lazy] section II: k- and n-bounding of the heaps that lazy initialization chooses."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from cli_runner import symheap as command

import symheap
from symheap.core.outcome import Cut
from symheap.engine.bounds import Bounds
from symheap.engine.rounds import Rounds

EXAMPLES = Path(__file__).parents[2] / "examples" / "javalite"
HAS_NULL = str(EXAMPLES / "hasnull.jl")
BOUNDS = ("max_input_objects", "max_chain")
MODELS = ("lazy", "lazier", "lazier#")


def ends(heap: str, bounds: Bounds) -> Counter[tuple[str, ...]]:
    return Counter(path.trace.key for path in symheap.explore(HAS_NULL, heap, bounds=bounds))


def cuts(heap: str, bounds: Bounds) -> Counter[str]:
    traces = [path.trace for path in symheap.explore(HAS_NULL, heap, bounds=bounds)]
    return Counter(trace.end.bound.value for trace in traces if isinstance(trace.end, Cut))


@pytest.mark.parametrize("heap", MODELS)
@pytest.mark.parametrize("bound", BOUNDS)
def test_a_bound_that_no_heap_exceeds_changes_nothing(heap: str, bound: str) -> None:
    assert ends(heap, Bounds(**{bound: 6})) == ends(heap, Bounds())


@pytest.mark.parametrize("heap", MODELS)
@pytest.mark.parametrize("bound", BOUNDS)
def test_smaller_bounds_leave_fewer_whole_traces_each_one_of_those_without(heap: str, bound: str) -> None:
    """Only the cut is new: each trace that ends within a bound ends without it, and within every larger one."""
    counts = []
    for limit in range(1, 7):
        within = [p.trace for p in symheap.explore(HAS_NULL, heap, bounds=Bounds(**{bound: limit}))]
        whole = Counter(trace.key for trace in within if not isinstance(trace.end, Cut))
        assert not whole - ends(heap, Bounds())
        counts.append(whole.total())
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_a_cut_names_its_bound() -> None:
    """In hasNull the n-th object is the end of a chain of n - 1 references: here the two strategies cut the same."""
    assert cuts("lazy", Bounds(max_input_objects=2)) == {"max-input-objects": 1}
    assert cuts("lazy", Bounds(max_chain=1)) == {"max-chain": 1}
    assert not cuts("lazy", Bounds())


def test_a_chain_of_no_reference_allows_the_receiver_only() -> None:
    paths = list(symheap.explore(HAS_NULL, "lazy", bounds=Bounds(max_chain=0)))
    assert [path.trace.end.kind for path in paths].count("cut") == 1
    assert len(paths) == 3


def test_a_larger_round_goes_on_where_a_bound_had_parked_a_state() -> None:
    with pytest.raises(ValueError, match="smaller"):
        Rounds((Bounds(max_chain=2), Bounds(max_chain=1)))
    assert Rounds((Bounds(max_chain=1), Bounds())).last == Bounds()


def test_the_options_of_the_command() -> None:
    result = command("explore", HAS_NULL, "--heap", "lazy", "--max-chain", "1")
    assert result.status == 3
    assert "max-chain" in result.out


@pytest.mark.parametrize("option", ["--max-input-objects", "--max-chain"])
def test_models_that_choose_no_objects_have_no_such_bound(option: str) -> None:
    result = command("explore", HAS_NULL, option, "2", "--heap", "summary")
    assert result.status == 2
    assert "with --heap lazy, lazier, lazier#" in result.err

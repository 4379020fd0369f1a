"""A run that was stopped and resumed from the places of its ends finds what one run finds."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.places import Finished, TreePlace
from symheap.engine.search import STRATEGIES
from symheap.heap.registry import heap_model
from symheap.lang.target import load
from symheap.solver.chain import default_chain

EXAMPLES = Path(__file__).parents[3] / "examples" / "javalite"


def _exploration(name: str, search: str, finished: Finished | None = None) -> Exploration[object]:
    program = load(str(EXAMPLES / name)).program
    model = heap_model("lazy", program.table)
    return Exploration(program, model, *default_chain(), Bounds(max_calls=5), search, finished=finished)


@pytest.mark.parametrize("search", STRATEGIES)
@pytest.mark.parametrize("name", ["swap.jl", "cycle.jl"])
def test_what_is_left_out_is_exactly_what_had_finished(name: str, search: str) -> None:
    whole = _exploration(name, search)
    keys = {str(whole.place): trace.key for trace in whole}
    assert len(keys) > 10
    for count in (0, 1, len(keys) // 2, len(keys) - 1, len(keys)):
        first = _exploration(name, search)
        places = [str(first.place) for _ in islice(first, count)]
        rest = _exploration(name, search, Finished(places))
        found = {str(rest.place): trace.key for trace in rest}
        assert found.keys() | set(places) == keys.keys()
        assert not found.keys() & set(places)
        assert all(keys[place] == key for place, key in found.items())


def test_what_had_finished_is_not_run_again() -> None:
    """Depth first, only the forks on the way to the last trace and dead ends are run again."""
    whole = _exploration("cycle.jl", "dfs")
    places = [str(whole.place) for _ in whole]
    rest = _exploration("cycle.jl", "dfs", Finished(places[:-1]))
    assert len(list(rest)) == 1
    assert rest.progress.states < whole.progress.states / 2


def test_of_a_finished_run_nothing_is_left() -> None:
    whole = _exploration("swap.jl", "bfs")
    assert not list(_exploration("swap.jl", "bfs", Finished([str(whole.place) for _ in whole])))


def test_the_same_fork_with_another_width_is_another_fork() -> None:
    finished = Finished(["0/2"])
    assert finished.has(TreePlace(None, 0, 2))
    assert not finished.has(TreePlace(None, 0, 3))
    with pytest.raises(ValueError, match="had 2 ways"):
        finished.add("1/3")


@pytest.mark.parametrize("text", ["x", "2/2", "0/2..1/2", "1", "-1/2", "0/2.", "٣/٤x"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no way"):
        Finished([text])


@given(st.permutations(range(9)))
def test_a_tree_is_done_when_all_of_it_is_in_any_order(order: list[int]) -> None:
    leaves = [f"{i}/3.{j}/3" for i in range(3) for j in range(3)]
    finished = Finished()
    for done, at in enumerate(order):
        assert not finished.has(None), done
        finished.add(leaves[at])
    assert finished.has(None)


@pytest.mark.parametrize("name", ["swap.jl", "cycle.jl"])
def test_the_shares_of_all_ends_are_the_whole(name: str) -> None:
    """Also if part of the tree had finished before and is left out."""
    whole = _exploration(name, "dfs")
    shares, places = [], []
    for _ in whole:
        shares.append(whole.progress.share)
        places.append(str(whole.place))
    assert shares == sorted(shares)
    assert whole.progress.share == pytest.approx(1.0)
    rest = _exploration(name, "bfs", Finished(places[: len(places) // 2]))
    list(rest)
    assert rest.progress.share == pytest.approx(1.0)

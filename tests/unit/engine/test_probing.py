"""Law: on average, probes count the real number of paths."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from engine_programs import example, exploration

from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.probing import Estimate, SampleSizes, estimate
from symheap.engine.search import Search
from symheap.lang.javalite.lower import load
from symheap.objects.ir import Program

BOUNDS = Bounds(max_calls=3)


def estimated(program: Program, bounds: Bounds, probes: int, seed: int = 0) -> Estimate:
    def explored(search: Search[Any], seconds: float) -> Exploration[Any]:
        return exploration(program, "pose", replace(bounds, timeout=seconds), search)

    return estimate(explored, probes, 60.0, seed)


@pytest.mark.parametrize("name", ["casts.jl", "hasnull.jl", "dispatch.jl", "tree.jl", "kinds.pose", "bst_find.pose"])
def test_the_mean_of_many_probes_is_the_number_of_paths(name: str) -> None:
    paths = len(list(exploration(example(name), "pose", BOUNDS)))
    result = estimated(example(name), BOUNDS, 600)
    assert result.probes == 600
    assert 10**result.log10_mean == pytest.approx(paths, rel=0.15)


def test_the_same_seed_gives_the_same_estimate() -> None:
    assert estimated(example("tree.jl"), BOUNDS, 20, 5) == estimated(example("tree.jl"), BOUNDS, 20, 5)
    assert estimated(example("tree.jl"), BOUNDS, 20, 5) != estimated(example("tree.jl"), BOUNDS, 20, 6)


DOWN = """
((
  (class Node ([Node left] [Node right] [int key])
    ((bool down ()
       (if ((this $ key) < 0)
           (if ((this $ left) = null) true else ((this $ left) @ down ()))
        else
           (if ((this $ right) = null) true else ((this $ right) @ down ()))))))
 )
 (Node down))
"""


def test_few_probes_tell_thousands_of_paths_from_a_few() -> None:
    """A tree of nine levels, at each node of which a path goes left, goes right, or ends."""
    result = estimated(load(DOWN, "down.jl"), Bounds(max_calls=9), 20)
    assert 3.0 < result.log10_mean < 4.5
    assert result.at_least() > 1.0


def test_ways_with_much_below_them_are_kept_to_and_share_the_chances() -> None:
    """A branch that ends at once is rarely taken if others have many forks below them; those share the chances."""
    ends, left, right = ("C", "m", 0, 0), ("C", "m", 1, 0), ("C", "m", 2, 0)
    sizes = SampleSizes()
    assert sizes.chances([ends, left]) == [0.5, 0.5]
    for _ in range(50):
        sizes.learn(ends, 0.0)
        sizes.learn(left, 40.0)
        sizes.learn(right, 0.0)
    sizes.learn(right, 50.0)
    assert sizes.chances([ends, left])[0] < 0.01
    assert min(sizes.chances([left, right])) > 0.3
    assert sum(sizes.chances([ends, left, right])) == pytest.approx(1.0)


def test_one_chance_in_a_hundred_costs_two_digits() -> None:
    assert Estimate(1, 12.5).at_least() == pytest.approx(10.5)
    assert math.isclose(Estimate(1, 12.5).at_least(0.5), 12.5 + math.log10(0.5))


def test_probes_for_which_there_is_no_time_count_nothing() -> None:
    """Found on 2026-11-16: the mean over the probes that fit the time is too large, since long probes count most."""

    def explored(search: Search[Any], seconds: float) -> Exploration[Any]:
        return exploration(example("swap.pose"), "pose", BOUNDS, search)

    none = estimate(explored, 10, 0.0)
    assert (none.probes, none.log10_mean) == (10, -math.inf)

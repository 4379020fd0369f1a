"""[Summaries] Fig. 1: the linked list with k = 4 data and at most n = 5 nodes.

Beside these there is the null error of an empty list: one path, and two traces of it under lazy initialization, since
data0 is null or not when the null head is dereferenced.
"""

from __future__ import annotations

import pytest
from paper_programs import ends, example

ACYCLIC = frozenset({"next"})


@pytest.mark.parametrize("acyclic", [frozenset(), ACYCLIC], ids=["any", "acyclic"])
@pytest.mark.parametrize("model", ["pose", pytest.param("summary", marks=pytest.mark.slow)])
def test_exact_models_have_one_trace_a_path(model: str, acyclic: frozenset[str]) -> None:
    """No path of the program requires a cycle, so the assumption changes nothing."""
    outcomes = ends(example("linkedlist.jl"), model, acyclic=acyclic, max_calls=5)
    assert outcomes == {"return": 925, "cut": 156, "null": 1}


@pytest.mark.slow
def test_lazy_initialization_on_acyclic_lists() -> None:
    outcomes = ends(example("linkedlist.jl"), "lazy", acyclic=ACYCLIC, max_calls=5)
    assert outcomes == {"return": 26_103, "cut": 12_104, "null": 2}

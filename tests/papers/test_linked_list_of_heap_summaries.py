"""[Summaries] Fig. 1: the linked list with k = 4 data, and with the five that are printed, and at most n = 5 nodes.

Beside these there is the null error of an empty list: one path, and two traces of it under lazy initialization, since
data0 is null or not when the null head is dereferenced.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from paper_programs import EXAMPLES, ends, example, shared_chain

from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.java.entry import load as load_java
from symheap.lang.java.options import JavaOptions
from symheap.lang.javalite.lower import load
from symheap.objects.ir import Program
from symheap_testing.java.sources import some_jdk

PROGRAMS = Path(__file__).parents[1] / "programs" / "java"
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


# The program as printed has five data.
LAST = "(if (this @ contains ((this $ head) (this $ data3))) unit else unit)"
FIVE = LAST.replace("unit else", LAST.replace("data3", "data4") + " else")
ENDS = {3: {"return": 400, "cut": 121, "null": 1}, 5: {"return": 4404, "cut": 781, "null": 1}}


@cache
def five_data() -> Program:
    text = (EXAMPLES / "javalite" / "linkedlist.jl").read_text(encoding="utf-8")
    assert text.count(LAST) == text.count("[Data data3])") == 1
    return load(text.replace(LAST, FIVE).replace("[Data data3])", "[Data data3] [Data data4])"), "linkedlist.jl")


@pytest.mark.parametrize("nodes", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_the_five_data_of_the_figure(nodes: int) -> None:
    """A list of five nodes is four rounds of the printed loop: 5,186 paths."""
    found = ends(five_data(), "pose", acyclic=ACYCLIC, max_calls=nodes)
    assert found == ENDS[nodes]
    assert nodes < 5 or sum(found.values()) == 5_186


@pytest.mark.parametrize("rounds", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_the_five_data_in_java(rounds: int, tmp_path: Path) -> None:
    """The Java program as printed, except that its `node.val` is `node.elem`."""
    if some_jdk() is None:
        pytest.skip("no JDK with javac")
    text = (PROGRAMS / "LinkedListFig1.java").read_text(encoding="utf-8")
    call = "&& LinkedListFig1.contains(head, data3)"
    assert text.count(call) == text.count("data2, data3;") == 1
    text = text.replace(call, f"{call} {call.replace('data3', 'data4')}").replace("data3;", "data3, data4;")
    (tmp_path / "LinkedListFig1.java").write_text(text, encoding="utf-8")
    target = f"{tmp_path / 'LinkedListFig1.java'}::LinkedListFig1::run()"
    program = load_java(target, JavaOptions(environ=os.environ)).program
    bounds = Bounds(max_calls=4, max_loop=rounds)
    exploration = Exploration(program, heap_model("pose", program.table, ACYCLIC), *shared_chain(), bounds)
    kinds = Counter(trace.end.kind for trace in exploration)
    expected = ENDS[rounds + 1]
    assert kinds == {"return": expected["return"], "cut": expected["cut"], "error": expected["null"]}

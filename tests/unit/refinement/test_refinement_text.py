"""Refinement as text for people."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import immutables
import pytest

from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.ir import Lifetime
from symheap.refinement.algorithm import decide
from symheap.refinement.concrete import ConcreteHeap, ConcreteObject
from symheap.refinement.decision import Decision, Settings
from symheap.refinement.show import RoundsText, explained, feature_text, precision_text
from symheap.separation.abstraction.precision import COARSE, FINE, Feature, Keep, LinkLayout
from symheap.separation.heaps.formula import Object
from symheap.separation.heaps.show import Names

SOURCE = Path(__file__).parents[2] / "programs" / "c_refine" / "data_objects.c"


@pytest.fixture(scope="module", name="decision")
def fixture_decision() -> Decision:
    settings = Settings(seconds=120.0, precision=COARSE, feasibility_seconds=0.2)
    return decide(load([SOURCE], COptions()), settings)


def _members(thing: Object) -> Mapping[int, str]:
    return {0: "Data", 8: "Flink"} if thing.size == 16 else {}


def test_a_round_says_what_was_forgotten_where_and_what_came_of_it(decision: Decision) -> None:
    lines = explained(decision, members=_members)
    assert lines[0].startswith("round 0, bare spines: no proof: invalid-free at ")
    assert lines[1].startswith("  no execution into it was found (")
    assert lines[2].endswith(
        "the abstraction forgot that in lists linked by Flink (nodes of 16 bytes), "
        "item->Data is the address of an object of its own"
    )
    assert "    before:" in lines
    assert "    after:" in lines
    assert any("so this state seems possible, which runs into invalid-free" in line for line in lines)
    assert any(line.startswith("  kept from now on: ") for line in lines)
    assert lines[-1] == "round 1, spines with 1 more: proved"


def test_the_doomed_state_names_objects(decision: Decision) -> None:
    assert decision.discontinuity is not None
    lines = RoundsText({"0:head": "head"}).state(decision.discontinuity.doomed.state)
    assert lines[0] == "head = &A"
    assert lines[1].startswith("A: [+0: ")
    assert "+8: null] (16 bytes at 0x" in lines[1]


def test_values_are_addresses_null_or_numbers() -> None:
    thing = ConcreteObject(bytes(24)).stored(0, 8, 0x2008).stored(8, 8, 7).stored(16, 8, 0x9000)
    state = ConcreteHeap(
        immutables.Map({0x1000: thing, 0x2000: ConcreteObject(bytes(12), Lifetime.LOCAL)}),
        immutables.Map({"0:x": 0x1000}),
    )
    assert RoundsText().state(state) == [
        "x = &A",
        "A: [+0: &B + 8, +8: 7, +16: 0x9000 (where nothing is)] (24 bytes at 0x1000)",
        "B: local [+0: null, +8: null] (12 bytes at 0x2000)",
    ]


def test_every_feature_has_words() -> None:
    texts = {feature_text(Feature(LinkLayout(16, 8), (0, 4), keep), Names()) for keep in Keep}
    assert len(texts) == len(Keep)
    assert all(text.startswith("in lists linked by +8 (nodes of 16 bytes), item->+0->+4 ") for text in texts)


def test_precisions_have_words() -> None:
    some = COARSE.with_features([Feature(LinkLayout(16, 8), (), Keep.BACK)])
    assert [precision_text(each) for each in (COARSE, some, FINE)] == [
        "bare spines",
        "spines with 1 more",
        "all patterns that are found",
    ]

"""Algorithm 2 and refinement on small programs: the discontinuity, the doomed state, the finer abstraction."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.bmc.counterexample import Goal
from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.ir import Program
from symheap.refinement.diagnose import Discontinuity, Pass, Undiagnosed, diagnose, widened
from symheap.refinement.doomed import DoomedBounds, Generating, Synthesis, Unfolding
from symheap.refinement.models import satisfies
from symheap.refinement.refine import Refiner, arrivals, everything
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.precision import COARSE, FINE, Feature, Keep, LinkLayout, Precision
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import Segment
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.slicing import slice_of
from symheap.separation.proof.transition import System
from symheap.solver.chain import default_chain

PROGRAMS = Path(__file__).parents[2] / "programs" / "c_refine"
_BOUNDS = DoomedBounds(seconds=10.0)


class Case:
    """A program that is not proved with bare spines."""

    def __init__(self, name: str) -> None:
        self.program: Program = load([PROGRAMS / f"{name}.c"], COptions())
        self.logic = Logic(default_chain(timeout_ms=2_000)[0])
        self.system: System = self.analysis(COARSE).run()
        faults = (failure.fault for failure in self.system.failures)
        self.goals = tuple(dict.fromkeys(Goal(fault.kind, fault.position) for fault in faults))

    def analysis(self, precision: Precision) -> Analysis:
        abstraction = Abstraction(self.logic, self.program.model.pointer, precision=precision)
        return Analysis(self.program, self.logic, abstraction, AnalysisLimits(seconds=60))

    def unfolding(self) -> Unfolding:
        return Unfolding(self.program, self.logic, self.goals, _BOUNDS)

    def generating(self) -> Generating:
        return Generating(self.program, self.logic, self.goals, _BOUNDS)

    def first(self, way: Synthesis) -> Discontinuity:
        result = next(diagnose(self.system, [Pass(list(widened(self.system)), way)]))
        assert isinstance(result, Discontinuity)
        return result


@pytest.fixture(scope="module", name="objects")
def fixture_objects() -> Case:
    return Case("data_objects")


def test_the_example_of_the_paper_has_a_list_whose_data_pointer_is_invalid(objects: Case) -> None:
    """Section 3: a single element, whose data pointer is invalid, at the widening of the first loop."""
    result = objects.first(objects.unfolding())
    assert result.edge.position.line == 17
    (item,) = result.doomed.state.objects.values()
    data = item.word(0, 8)
    assert data != 0
    assert data not in result.doomed.state.objects
    assert item.word(8, 8) == 0
    assert result.doomed.failure.kind is MemoryErrorKind.INVALID_FREE
    assert result.doomed.failure.position.line == 26


@pytest.mark.parametrize("way", ["unfolding", "generating"])
def test_the_doomed_state_came_in_by_the_abstraction(objects: Case, way: str) -> None:
    result = objects.first(getattr(objects, way)())
    assert satisfies(result.doomed.state, result.after)
    assert not satisfies(result.doomed.state, result.before)
    assert any(isinstance(atom, Segment) for atom in result.after.atoms)
    assert not any(isinstance(atom, Segment) for atom in result.before.atoms)


def test_both_ways_find_the_same_discontinuity(objects: Case) -> None:
    assert objects.first(objects.unfolding()).edge is objects.first(objects.generating()).edge


def test_the_earliest_is_taken() -> None:
    case = Case("shared_data")
    result = case.first(case.unfolding())
    edges = list(widened(case.system))
    assert result.edge is edges[0]
    assert result.edge.position.line < max(edge.position.line for edge in edges)


def test_only_what_leads_to_an_error_is_looked_at(objects: Case) -> None:
    leading = slice_of(objects.system, *objects.system.failures).vertices
    assert 0 in leading
    assert len(leading) < len(objects.system.vertices)
    assert all(edge.target in leading for edge in widened(objects.system))


def test_a_diagnosis_that_is_late_says_so(objects: Case) -> None:
    passes = [Pass(list(widened(objects.system)), objects.unfolding())]
    assert list(diagnose(objects.system, passes, is_late=lambda: True)) == [Undiagnosed("time", 0)]


def test_a_proof_has_no_discontinuity(objects: Case) -> None:
    system = objects.analysis(FINE).run()
    assert list(diagnose(system, [Pass(list(widened(system)), objects.unfolding())])) == [Undiagnosed("none", 0)]


# Refinement -----------------------------------------------------------------------------------------------------------


def test_refinement_keeps_the_data_object_and_nothing_else(objects: Case) -> None:
    result = objects.first(objects.unfolding())
    refined = Refiner(objects.analysis, objects.unfolding()).refine(objects.system, result, COARSE)
    assert refined is not None
    assert refined.features == {Feature(LinkLayout(16, 8), (0,), Keep.OBJECT)}
    assert not any(satisfies(state, heap) for state in refined.states for heap in refined.after)
    assert result.doomed.state in refined.states


def test_the_doomed_state_is_a_model_of_what_the_old_abstraction_makes(objects: Case) -> None:
    result = objects.first(objects.unfolding())
    point = objects.system.vertices[result.edge.target].point
    met = objects.analysis(COARSE).met(point, arrivals(objects.system, result.edge))
    assert any(satisfies(result.doomed.state, heap) for heap in met)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("doubly_linked", {((), Keep.BACK)}),
        ("deep_data", {((0,), Keep.OBJECT), ((0, 8), Keep.OBJECT)}),
        ("two_objects", {((0,), Keep.OBJECT), ((16,), Keep.OBJECT)}),
        ("tail_pointer", {((8,), Keep.OBJECT)}),
    ],
)
def test_refinement_finds_what_was_lost(name: str, expected: set[tuple[tuple[int, ...], Keep]]) -> None:
    case = Case(name)
    refined = Refiner(case.analysis, case.unfolding()).refine(case.system, case.first(case.unfolding()), COARSE)
    assert refined is not None
    assert {(each.path, each.keep) for each in refined.features} == expected


def test_a_refinement_that_is_late_is_none(objects: Case) -> None:
    result = objects.first(objects.unfolding())
    refiner = Refiner(objects.analysis, objects.unfolding(), is_late=lambda: True)
    assert refiner.refine(objects.system, result, COARSE) is None


def test_heaps_that_are_not_folded_say_what_they_share(objects: Case) -> None:
    refined = Refiner(objects.analysis).folded(objects.system, COARSE)
    assert refined is not None
    assert Feature(LinkLayout(16, 8), (0,), Keep.OBJECT) in refined.features
    assert refined.what == "the heaps at a loop grew without end"
    assert Refiner(objects.analysis).folded(objects.system, FINE) is None


def test_without_anything_shared_all_patterns_are_kept(objects: Case) -> None:
    refined = Refiner(objects.analysis).folded(System(), COARSE)
    assert refined is not None
    assert refined.precision.features is None
    assert everything(FINE, "no reason") is None


def test_edges_at_which_patterns_matter_are_told(objects: Case) -> None:
    differing = list(Refiner(objects.analysis).differing(objects.system, COARSE))
    assert objects.first(objects.unfolding()).edge in differing
    assert list(Refiner(objects.analysis).differing(objects.system, FINE)) == []

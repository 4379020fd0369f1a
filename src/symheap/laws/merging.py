"""The law of merging: merged traces partition the same inputs, with the same outcomes and final heaps.

Every trace of a run without merging belongs to exactly one merged trace. Expanding the merged traces gives exactly the
traces of the other run (`docs/adr/034-merging-prototype.md`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from symheap.core.model import Model
from symheap.core.outcome import Bound, Cut, Returned, Sat, Unsat, Unsupported
from symheap.core.terms import REF, Value, and_, conjunction, disjunction, not_, or_
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.engine.merging.states import MergeTally
from symheap.engine.state import Trace
from symheap.heap.registry import heap_model
from symheap.laws.choice import Chooser, every_choice
from symheap.laws.initial_heap import axioms
from symheap.laws.same_heap import Pair, difference
from symheap.laws.show_heap import describe
from symheap.laws.small_heaps import NaturalModel, NoSuchHeap, UndecidedHeap
from symheap.laws.subject import LawViolation, ModelTraces
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import Excluded, path_key
from symheap.objects.interpreter import ConcreteRun, run
from symheap.objects.ir import Program
from symheap.solver.api import Query, Solver, Statistics
from symheap.solver.chain import default_chain
from symheap.solver.path import EMPTY_PATH

LAW = "merging"
_NOWHERE = EMPTY_PATH.with_model(None)
_Trace = Trace[Any]


@dataclass
class Expanded:
    """A program explored without merging and with it, within the same bounds."""

    program: Program
    bounds: Bounds
    solver: Solver
    parted: ModelTraces
    merged: ModelTraces
    tally: MergeTally


def explored_twice(
    program: Program, bounds: Bounds, model: str = "pose", solver: tuple[Solver, Statistics] | None = None
) -> Expanded:
    chain, statistics = solver or default_chain()
    sides = []
    for merge in (False, True):
        heaps = heap_model(model, program.table)
        exploration = Exploration(program, heaps, chain, statistics, bounds, merge=merge)
        sides.append(ModelTraces(model, heaps, list(exploration), exploration))
    joining = sides[1].exploration.joining
    assert joining is not None
    return Expanded(program, bounds, chain, sides[0], sides[1], joining.merger.tally)


def violations(expanded: Expanded, *, max_int: int = 2, limit: int = 400) -> Iterator[LawViolation]:
    """Yield what contradicts the law; `limit` bounds the small heaps on which the program is run."""
    members: dict[int, list[_Trace]] = {id(trace): [] for trace in expanded.merged.traces}
    for trace in expanded.parted.traces:
        yield from _belongs(expanded, trace, members)
    for trace in expanded.merged.traces:
        yield from _same_condition(expanded, trace, members[id(trace)])
        yield from _witnessed(expanded, trace)
    yield from _partition(expanded, max_int, limit)


# Expanding ------------------------------------------------------------------------------------------------------------


def _belongs(expanded: Expanded, part: _Trace, members: dict[int, list[_Trace]]) -> Iterator[LawViolation]:
    """Check that one merged trace has the example of a path, and predicts the same end for it."""
    heap = expanded.parted.witness(part)
    if heap is None or part.path.model is None:
        yield _violation(f"{_name(part)} has no example", certain=False)
        return
    natural = NaturalModel(heap)
    whole = expanded.merged.tree.true_under(natural)
    for trace in whole:
        members[id(trace)].append(part)
    if len(whole) != 1:
        yield _violation(f"{describe(heap)} of {_name(part)} satisfies {len(whole)} merged traces")
        return
    if path_key((), part.end) != path_key((), whole[0].end):
        yield _violation(f"{describe(heap)} ends as {_name(part)}, merged as {_name(whole[0])}")
        return
    problem = _other_end(expanded, part, whole[0], heap, natural)
    if problem is not None:
        yield _violation(f"{describe(heap)} on {_name(part)}: {problem}")


def _other_end(expanded: Expanded, part: _Trace, whole: _Trace, initial: ConcreteHeap, natural: Model) -> str | None:
    assert part.path.model is not None
    pairs = _roots(expanded.program, initial)
    if isinstance(part.end, Returned) and isinstance(whole.end, Returned):
        one = expanded.parted.model.concrete(part.heap, part.path.model, part.end.value)
        other = expanded.merged.model.concrete(whole.heap, natural, whole.end.value)
        if getattr(part.end.value, "sort", None) is REF:
            pairs.append(("result", other, one))
        elif one != other:
            return f"returns {one}, merged {other}"
    ended = expanded.parted.final(part, part.path.model).completed_by(initial)
    return difference(expanded.merged.final(whole, natural).completed_by(initial), ended, pairs)


def _roots(program: Program, initial: ConcreteHeap) -> list[Pair]:
    return [(i.name, initial.roots[i.name], initial.roots[i.name]) for i in program.inputs if i.type.sort is REF]


def _same_condition(expanded: Expanded, whole: _Trace, parts: list[_Trace]) -> Iterator[LawViolation]:
    """Check that the condition of a merged trace is the disjunction of those of its paths.

    Facts that two names are equal, which some tables add on demand, do not say that their owner exists.
    """
    union = disjunction(conjunction(part.path.conjuncts()) for part in parts)
    merged = conjunction(whole.path.conjuncts())
    differs: Value = or_(and_(merged, not_(union)), and_(union, not_(merged)))
    answer = expanded.solver.check(
        Query(_NOWHERE, and_(differs, axioms(expanded.program, (differs,), through_null=True)))
    )
    if not isinstance(answer, Unsat):
        detail = f"{_name(whole)} has another condition than its {len(parts)} paths"
        yield _violation(detail, certain=isinstance(answer, Sat))


# Running --------------------------------------------------------------------------------------------------------------


def _run(expanded: Expanded, heap: ConcreteHeap) -> ConcreteRun:
    return run(expanded.program, heap, max_calls=expanded.bounds.max_calls, max_loop=expanded.bounds.max_loop)


def _ends_as(actual: ConcreteRun, trace: _Trace) -> bool:
    """Whether a run ends as a trace says.

    The interpreter may support what the engine does not, and does not count the iterations of a whole path.
    """
    if isinstance(trace.end, Unsupported) or (isinstance(trace.end, Cut) and trace.end.bound is Bound.ITERATIONS):
        return True
    return path_key((), actual.end) == path_key((), trace.end)


def _witnessed(expanded: Expanded, trace: _Trace) -> Iterator[LawViolation]:
    """Check that the example of a merged trace, run concretely, ends as the trace predicts."""
    heap = expanded.merged.witness(trace)
    if heap is None or trace.path.model is None:
        yield _violation(f"{_name(trace)} has no example", certain=False)
        return
    actual = _run(expanded, heap)
    if not _ends_as(actual, trace):
        yield _violation(f"the example {describe(heap)} of {_name(trace)} ends as {path_key((), actual.end)}")
        return
    if isinstance(trace.end, Unsupported | Cut):
        return
    pairs = _roots(expanded.program, heap)
    if isinstance(trace.end, Returned) and isinstance(actual.end, Returned):
        value = expanded.merged.model.concrete(trace.heap, trace.path.model, trace.end.value)
        if getattr(trace.end.value, "sort", None) is REF:
            pairs.append(("result", value, actual.end.value))
        elif value != actual.end.value:
            yield _violation(f"{describe(heap)} returns {actual.end.value}, not {value}")
    problem = difference(expanded.merged.final(trace, trace.path.model), actual.heap, pairs)
    if problem is not None:
        yield _violation(f"the example {describe(heap)} of {_name(trace)}: {problem}")


def _partition(expanded: Expanded, max_int: int, limit: int) -> Iterator[LawViolation]:
    """Check that every small heap satisfies one merged trace, which ends as the program does on it."""
    heaps = 0
    for problems in every_choice(partial(_one_heap, expanded, max_int)):
        heaps += problems is not None
        yield from problems or ()
        if problems or heaps >= limit:
            return


def _one_heap(expanded: Expanded, max_int: int, chooser: Chooser) -> list[LawViolation] | None:
    try:
        active = dict.fromkeys((*expanded.merged.active, *expanded.parted.active))
        heap = UndecidedHeap(expanded.program, chooser, 3, max_int, active)
        actual = _run(expanded, heap)
        natural = NaturalModel(heap)
        whole = expanded.merged.tree.true_under(natural)
        expected = 0 if isinstance(actual.end, Excluded) else 1
        if len(whole) != expected:
            return [_violation(f"{describe(heap)} satisfies {len(whole)} merged traces")]
        if whole and not _ends_as(actual, whole[0]):
            return [_violation(f"{describe(heap)} ends as {path_key((), actual.end)}, merged as {_name(whole[0])}")]
        if whole and isinstance(whole[0].end, Returned) and isinstance(actual.end, Returned):
            value = expanded.merged.model.concrete(whole[0].heap, natural, whole[0].end.value)
            if getattr(whole[0].end.value, "sort", None) is not REF and value != actual.end.value:
                return [_violation(f"{describe(heap)} returns {actual.end.value}, merged {value}")]
        return []
    except NoSuchHeap:
        return None


def _name(trace: _Trace) -> str:
    return " ".join((*(str(decision)[:12] for decision in trace.decisions), *path_key((), trace.end)))


def _violation(detail: str, *, certain: bool = True) -> LawViolation:
    return LawViolation(LAW, "merged", detail, certain=certain)

"""The six laws that make symbolic heaps exact, each as a function over one program.

A law yields its violations, so an empty result means that it holds.  `docs/laws.md` describes the laws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from symheap.core.outcome import Answer, Returned, Sat, Unsat, Unsupported
from symheap.core.terms import REF, Value, and_, conjunction, disjunction, not_, or_
from symheap.engine.state import Trace
from symheap.heap.api import Handle
from symheap.laws.choice import Chooser, every_choice
from symheap.laws.initial_heap import axioms
from symheap.laws.same_heap import difference
from symheap.laws.show_heap import describe
from symheap.laws.small_heaps import NaturalModel, NoSuchHeap, UndecidedHeap
from symheap.laws.subject import LawSubject, LawViolation, ModelTraces
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import Excluded, PathKey, path_key
from symheap.objects.interpreter import ConcreteRun
from symheap.solver.api import Query
from symheap.solver.path import EMPTY_PATH

PATH_OPTIMAL = ("pose", "summary")


# 1, 2 -----------------------------------------------------------------------------------------------------------------


def agreement(subject: LawSubject) -> Iterator[LawViolation]:
    """All models find the same set of program paths.  Rule: [Summaries] Corollary 10"""
    first, *others = subject.explored.values()
    for other in others:
        for key in sorted(first.by_path().keys() - other.by_path().keys()):
            detail = f"does not find {' '.join(key)}, as {first.name} does"
            yield LawViolation("agreement", other.name, detail, certain=first.is_confirmed(key))
        for key in sorted(other.by_path().keys() - first.by_path().keys()):
            detail = f"finds {' '.join(key)}, {first.name} does not"
            yield LawViolation("agreement", other.name, detail, certain=other.is_confirmed(key))


def path_optimality(subject: LawSubject) -> Iterator[LawViolation]:
    """Summaries and POSE have one trace a path.  Rule: [Summaries] Corollary 11; [POSE] section I"""
    for name in PATH_OPTIMAL:
        if name in subject.explored:
            for key, count in Counter(t.key for t in subject.explored[name].traces).items():
                if count > 1:
                    yield LawViolation("path optimality", name, f"{count} traces for {' '.join(key)}")


# 3 --------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Enumeration:
    """The number of initial heaps that `partition` tried, and whether these were all heaps of that size."""

    heaps: int = 0
    complete: bool = False


def partition(
    subject: LawSubject,
    *,
    max_objects: int = 3,
    max_int: int = 2,
    limit: int = 20_000,
    enumeration: Enumeration | None = None,
) -> Iterator[LawViolation]:
    """Every small initial heap satisfies exactly one path condition: that of the path which the program takes on it.

    `enumeration` receives the number of heaps tried.
    """
    so_far = enumeration or Enumeration()
    for problems in every_choice(lambda chooser: _one_heap(subject, chooser, max_objects, max_int)):
        so_far.heaps += problems is not None
        yield from problems or ()
        if problems or so_far.heaps >= limit:
            return
    so_far.complete = True


def _one_heap(subject: LawSubject, chooser: Chooser, max_objects: int, max_int: int) -> list[LawViolation] | None:
    """Return the violations on the heap that the choices build, or None if they build none."""
    try:
        active = dict.fromkeys(at for explored in subject.explored.values() for at in explored.active)
        heap = UndecidedHeap(subject.program, chooser, max_objects, max_int, active)
        actual = subject.run(heap)
        model = NaturalModel(heap)
        return [v for e in subject.explored.values() if (v := _satisfied(e, model, actual, heap)) is not None]
    except NoSuchHeap:
        return None


def _satisfied(
    explored: ModelTraces, model: NaturalModel, actual: ConcreteRun, heap: ConcreteHeap
) -> LawViolation | None:
    """Compare the traces that a heap satisfies with its actual run.  A run that an assumption excludes has no trace."""
    traces = explored.tree.true_under(model)
    expected = 0 if isinstance(actual.end, Excluded) else 1
    if len(traces) == expected and all(takes(actual, trace) for trace in traces):
        return None
    satisfied = " and ".join(" ".join(trace.key) for trace in traces) or "no path"
    key = " ".join(path_key(actual.decisions, actual.end))
    return LawViolation("partition", explored.name, f"{describe(heap)} takes {key}, but satisfies {satisfied}")


def takes(actual: ConcreteRun, trace: Trace[Any]) -> bool:
    """Whether a run takes the path of a trace.

    An operation may be unsupported on symbolic values and supported on concrete ones.  Then the run continues beyond
    the end of the trace.
    """
    if isinstance(trace.end, Unsupported):
        return path_key(actual.decisions[: len(trace.decisions)], trace.end) == trace.key
    return path_key(actual.decisions, actual.end) == trace.key


# 4 --------------------------------------------------------------------------------------------------------------------


TOO_LARGE = "the witness is more than a concrete run can do"


def witness(subject: LawSubject) -> Iterator[LawViolation]:
    """The witness of every path, run concretely, takes the path and ends in the predicted heap and value."""
    for explored in subject.explored.values():
        for trace in explored.traces:
            problem = _replay(subject, explored, trace)
            if problem is not None:
                certain = problem is not TOO_LARGE
                yield LawViolation("witness", explored.name, f"{' '.join(trace.key)}: {problem}", certain=certain)


def _replay(subject: LawSubject, explored: ModelTraces, trace: Trace[Any]) -> str | None:
    heap = explored.witness(trace)
    if heap is None:
        return None if not trace.confirmed else "confirmed, but without a model"
    actual = subject.run(heap)
    if isinstance(actual.end, Unsupported) and not isinstance(trace.end, Unsupported):
        return TOO_LARGE
    if not takes(actual, trace):
        return f"{describe(heap)} takes {' '.join(path_key(actual.decisions, actual.end))}"
    return None if isinstance(trace.end, Unsupported) else _compare_ends(explored, trace, actual, heap)


def _compare_ends(explored: ModelTraces, trace: Trace[Any], actual: ConcreteRun, initial: ConcreteHeap) -> str | None:
    model = trace.path.model
    assert model is not None
    predicted = explored.final(trace, model)
    roots = [i for i in explored.exploration.program.inputs if i.type.sort is REF]
    pairs = [(i.name, initial.roots[i.name], initial.roots[i.name]) for i in roots]
    if isinstance(trace.end, Returned) and isinstance(actual.end, Returned):
        value = explored.model.concrete(trace.heap, model, trace.end.value)
        is_reference = isinstance(trace.end.value, Handle) or getattr(trace.end.value, "sort", None) is REF
        if is_reference:
            pairs.append(("result", value, actual.end.value))
        elif value != actual.end.value:
            return f"returns {actual.end.value}, not {value}"
    return difference(predicted, actual.heap, pairs)


# 5 --------------------------------------------------------------------------------------------------------------------


def homomorphism(subject: LawSubject) -> Iterator[LawViolation]:
    """The summary of a path represents every end state of the other models on that path, and no other heap.

    In terms of the initial heap: on each path, the summary's condition is equivalent to the disjunction of the other
    model's conditions.  And each end state of the other model is the heap that the summary predicts for it.

    As conditions on the initial heap: for each path, the summary's condition and the disjunction of the other model's
    conditions say the same; and each end state of the other model is, as a heap, what the summary makes of it.
    Rule: [Summaries] Definitions 15 to 17 (as corrected), Theorem 9
    """
    summary = subject.explored.get("summary")
    if summary is None:
        return
    paths = {key: traces[0] for key, traces in summary.by_path().items() if len(traces) == 1}
    for other in subject.explored.values():
        if other is not summary:
            shared = {key: traces for key, traces in other.by_path().items() if key in paths}
            yield from _same_conditions(subject, paths, other, shared)
            for key, traces in shared.items():
                for trace in traces:
                    yield from _same_end(summary, paths[key], other, trace)


def _same_conditions(
    subject: LawSubject, paths: dict[PathKey, Trace[Any]], other: ModelTraces, shared: dict[PathKey, list[Trace[Any]]]
) -> Iterator[LawViolation]:
    differences = {key: _difference(paths[key], traces) for key, traces in shared.items()}
    if isinstance(_possible(subject, disjunction(differences.values())), Unsat):
        return
    for key, differs in differences.items():
        answer = _possible(subject, differs)
        if not isinstance(answer, Unsat):
            detail = f"{other.name} and the summary represent different heaps on {' '.join(key)}"
            yield LawViolation("homomorphism", other.name, detail, certain=isinstance(answer, Sat))


def _difference(whole: Trace[Any], parts: list[Trace[Any]]) -> Value:
    """Return the condition under which an initial heap satisfies only one of the two sides."""
    union = disjunction(conjunction(t.path.conjuncts()) for t in parts)
    summarized = conjunction(whole.path.conjuncts())
    return or_(and_(summarized, not_(union)), and_(union, not_(summarized)))


_NOWHERE = EMPTY_PATH.with_model(None)


def _possible(subject: LawSubject, condition: Value) -> Answer:
    """Ask the solver whether some initial heap satisfies a condition."""
    about = axioms(subject.program, (condition,))
    return subject.solver.check(Query(_NOWHERE, and_(condition, about)))


def _same_end(summary: ModelTraces, whole: Trace[Any], other: ModelTraces, part: Trace[Any]) -> Iterator[LawViolation]:
    """Compare an end state under its own model and under the summary, on the witness of the other model."""
    initial = other.witness(part)
    if initial is None:
        return
    natural = NaturalModel(initial)
    if not all(natural.satisfies(term) for term in whole.path.conjuncts()):
        yield LawViolation("homomorphism", summary.name, f"does not represent {describe(initial)}")
        return
    roots = [i for i in other.exploration.program.inputs if i.type.sort is REF]
    pairs = [(i.name, initial.roots[i.name], initial.roots[i.name]) for i in roots]
    assert part.path.model is not None
    ended = other.final(part, part.path.model).completed_by(initial)
    problem = difference(summary.final(whole, natural).completed_by(initial), ended, pairs)
    if problem is not None:
        yield LawViolation("homomorphism", summary.name, f"ends in another heap than {other.name}: {problem}")


# 6 --------------------------------------------------------------------------------------------------------------------


def guards(subject: LawSubject) -> Iterator[LawViolation]:
    """The guards of every answer are disjoint and cover the path.  Rule: [Summaries] Definition 11, Theorem 2"""
    for explored in subject.explored.values():
        yield from explored.violations


LAWS: dict[str, Callable[[LawSubject], Iterator[LawViolation]]] = {
    "agreement": agreement,
    "path optimality": path_optimality,
    "partition": partition,
    "witness": witness,
    "homomorphism": homomorphism,
    "guards": guards,
}


def broken(subject: LawSubject) -> list[LawViolation]:
    """Return the certain violations of all laws on a program."""
    return [violation for law in LAWS.values() for violation in law(subject) if violation.certain]

"""Constrain a path so that its inputs are in states that a few calls reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from symheap.core.model import Model, Plain
from symheap.core.outcome import Sat
from symheap.core.terms import NULL, REF, Op, Term, Value, and_, eq, isa, not_
from symheap.core.types import ClassTable
from symheap.core.walk import symbols
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.heap.initial import exactly
from symheap.objects.concrete import ConcreteHeap
from symheap.solver.api import Query
from symheap.testgen.inputs.reachable import Reachable, Sample

_ASKED = 3
"""The number of samples per input that the solver is asked about."""


def settled(exploration: Exploration[Any], trace: Trace[Any], reachable: Reachable) -> Trace[Any] | None:
    """Return the trace with that constraint; None if no input can be in such a state.

    Objects reachable from an input are as in the sample as far as the path reads them; everything else stays free.
    """
    settled_trace, changed = trace, False
    used: set[Plain] = set()
    for root, class_name in inputs_with_classes(exploration, trace):
        better = _one(exploration, settled_trace, root, reachable.of(class_name), used)
        settled_trace, changed = (settled_trace, changed) if better is None else (better, True)
    return settled_trace if changed else None


def inputs_with_classes(exploration: Exploration[Any], trace: Trace[Any]) -> list[tuple[Term, str]]:
    """Return the inputs that are objects, with their classes."""
    model, universe = trace.path.model, exploration.program.table.universe
    assert model is not None
    roots = [root for root in trace.inputs[: len(exploration.program.inputs)] if isinstance(root, Term)]
    objects = [root for root in roots if root.op is Op.SYM and root.sort is REF and model[root]]
    return [(root, universe[max(0, model.class_index(int(model[root]), len(universe)))]) for root in objects]


def _one(
    exploration: Exploration[Any], trace: Trace[Any], root: Term, samples: Sequence[Sample], used: set[Plain]
) -> Trace[Any] | None:
    """Return the trace for the most informative sample that the path can start with.

    Among equals, the one with the fewest calls is taken.  A sample is more informative if it has values that the path
    does not decide on, that are not defaults, and that were not `used` by another input.  After a refused sample, those
    with the same deciding values, if all are numbers, are skipped.
    """
    model = trace.path.model
    assert model is not None
    below = _below(trace, root)
    decided = {each for term in trace.path.conjuncts(facts=False) for each in symbols(term)}
    fitting: list[tuple[int, int, dict[Term, Plain]]] = []
    for at, sample in enumerate(samples):
        values = dict(_values(sample, root, below))
        if not _is_refuted(trace, model, values):
            informative = {v for each, v in values.items() if each.sort is not REF and each not in decided} - used - {0}
            fitting.append((-len(informative), at, values))
    refused: list[dict[Term, Plain]] = []
    for _, at, values in sorted(fitting, key=lambda each: each[:2]):
        has_references = any(each.sort is REF and each is not root for each in values)
        decisive = {each: value for each, value in values.items() if each in decided and each is not root}
        if decisive in refused and not has_references:
            continue
        if len(refused) == _ASKED:
            return None
        refused.append(decisive)
        after = _asked(exploration, trace, and_(*_said(exploration.program.table, samples[at].heap, values)))
        if after is not None:
            used.update(value for each, value in values.items() if each.sort is not REF)
            return after
    return None


def _below(trace: Trace[Any], root: Term) -> list[Term]:
    """Return the symbols of the path that are reachable from an input, the input first."""
    named = {s for term in trace.path.conjuncts() for s in symbols(term)}
    named |= {each.value for each in trace.heap.inputs.bindings if isinstance(each.value, Term)}
    named |= {each.value for every in trace.heap.inputs.elements.values() for each in every}
    own = [s for s in named if s.op is Op.SYM and s.origin.steps()[0] == root.name]
    return sorted(own, key=lambda s: s.id)


def _values(sample: Sample, root: Term, below: Iterable[Term]) -> Iterator[tuple[Term, Plain]]:
    """Yield the values of the symbols in the sample, where they exist."""
    heap = ConcreteHeap(sample.heap.table, {root.name: sample.number}, sample.heap.objects, sample.heap.base)
    for each in below:
        value = heap.follow(each.origin)
        if value is not None:
            yield each, value


def _is_refuted(trace: Trace[Any], model: Model, values: dict[Term, Plain]) -> bool:
    """Whether some decision on these values alone is false with them."""
    changed = Model({**model.values, **values}, model.classes, model.ranks)
    about = (term for term in trace.path.conjuncts(facts=False) if symbols(term) and symbols(term) <= values.keys())
    return not all(changed.satisfies(term) for term in about if not _is_of_types(term))


def _is_of_types(term: Term) -> bool:
    inner = term.args[0] if term.op is Op.NOT else term
    return isinstance(inner, Term) and inner.op is Op.ISA


def _said(table: ClassTable, heap: ConcreteHeap, values: dict[Term, Plain]) -> Iterator[Value]:
    """Yield the values as conditions.  For references these are nullness, class, and equality to other references."""
    first: dict[Plain, Term] = {}
    for each, value in values.items():
        if each.sort is not REF:
            yield eq(each, value)
        elif not value:
            yield eq(each, NULL)
        else:
            yield not_(eq(each, NULL))
            types = exactly(table, heap.class_of(int(value)))
            if types.mask:
                yield isa(each, types)
            same = first.setdefault(value, each)
            if same is not each:
                yield eq(same, each)


def _asked(exploration: Exploration[Any], trace: Trace[Any], goal: Value) -> Trace[Any] | None:
    path = trace.path
    for _ in range(8):
        answer = exploration.machine.solver.check(Query(path, goal))
        if not isinstance(answer, Sat):
            return None
        path = path.assume(goal, answer.model).with_model(answer.model)
        broken = exploration.model.conflicts(trace.heap, answer.model)
        if not broken:
            return trace._replace(path=path)
        goal = and_(*broken)
    return None

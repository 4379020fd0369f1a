"""A path told that its inputs are in a state which a few calls lead to."""

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
"""Samples that a solver is asked about, for each input."""


def settled(exploration: Exploration[Any], trace: Trace[Any], reachable: Reachable) -> Trace[Any] | None:
    """The trace on a path that also says so; None if no input can be in such a state.

    What an input leads to is as in the sample, as far as the path looks at it; the rest is as free as before.
    """
    found, changed = trace, False
    used: set[Plain] = set()
    for root, class_name in inputs_with_classes(exploration, trace):
        better = _one(exploration, found, root, reachable.of(class_name), used)
        found, changed = (found, changed) if better is None else (better, True)
    return found if changed else None


def inputs_with_classes(exploration: Exploration[Any], trace: Trace[Any]) -> list[tuple[Term, str]]:
    """The inputs that are objects, with their classes."""
    model, universe = trace.path.model, exploration.program.table.universe
    assert model is not None
    roots = [root for root in trace.inputs[: len(exploration.program.inputs)] if isinstance(root, Term)]
    objects = [root for root in roots if root.op is Op.SYM and root.sort is REF and model[root]]
    return [(root, universe[max(0, model.class_index(int(model[root]), len(universe)))]) for root in objects]


def _one(
    exploration: Exploration[Any], trace: Trace[Any], root: Term, samples: Sequence[Sample], used: set[Plain]
) -> Trace[Any] | None:
    """The most telling sample that the path can begin with, of several the one of fewest calls.

    It tells more by values that the path does not decide on, are no defaults, and were not `used` by another input.
    Where one was refused, those are passed over that are like it in all that the path decides on, numbers alone.
    """
    model = trace.path.model
    assert model is not None
    below = _below(trace, root)
    decided = {each for term in trace.path.conjuncts(facts=False) for each in symbols(term)}
    fitting: list[tuple[int, int, dict[Term, Plain]]] = []
    for at, sample in enumerate(samples):
        values = dict(_values(sample, root, below))
        if not _is_refuted(trace, model, values):
            told = {v for each, v in values.items() if each.sort is not REF and each not in decided} - used - {0}
            fitting.append((-len(told), at, values))
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
    """The symbols that the path has for what an input leads to, the input first."""
    named = {s for term in trace.path.conjuncts() for s in symbols(term)}
    named |= {each.value for each in trace.heap.inputs.bindings if isinstance(each.value, Term)}
    named |= {each.value for every in trace.heap.inputs.elements.values() for each in every}
    own = [s for s in named if s.op is Op.SYM and s.origin.steps()[0] == root.name]
    return sorted(own, key=lambda s: s.id)


def _values(sample: Sample, root: Term, below: Iterable[Term]) -> Iterator[tuple[Term, Plain]]:
    """What they are in the sample, where they lead somewhere there."""
    heap = ConcreteHeap(sample.heap.table, {root.name: sample.number}, sample.heap.objects, sample.heap.base)
    for each in below:
        value = heap.follow(each.origin)
        if value is not None:
            yield each, value


def _is_refuted(trace: Trace[Any], model: Model, values: dict[Term, Plain]) -> bool:
    """Whether some decision that is about these values alone does not hold with them."""
    changed = Model({**model.values, **values}, model.classes, model.ranks)
    about = (term for term in trace.path.conjuncts(facts=False) if symbols(term) and symbols(term) <= values.keys())
    return not all(changed.satisfies(term) for term in about if not _is_of_types(term))


def _is_of_types(term: Term) -> bool:
    inner = term.args[0] if term.op is Op.NOT else term
    return isinstance(inner, Term) and inner.op is Op.ISA


def _said(table: ClassTable, heap: ConcreteHeap, values: dict[Term, Plain]) -> Iterator[Value]:
    """The same as conditions.  Of references it is said whether they are null, of which class, and which are one."""
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

"""Random requests with arrays and objects from before the run, one feasible branch after the other.

Each request is also made to a concrete heap, the witness: the `inputs` under the model of the path at the end of all
requests, over the objects from before the run.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from array_session import KNOWN, REQUESTS, ROOTS, Refs, Session
from array_world import (
    TABLE,
    initial_heap,
)
from heap_ways import Way, solve
from hypothesis import given, settings

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.outcome import ErrorKind, Sat
from symheap.core.terms import NULL, REF, Value, conjunction
from symheap.heap.api import Cell
from symheap.heap.registry import MODELS, heap_model
from symheap.objects.concrete import ConcreteHeap
from symheap.solver.path import EMPTY_PATH


def begin(name: str) -> Session:
    model = heap_model(name, TABLE)
    heap = model.empty(initial_heap())
    refs: list[Cell] = []
    facts: list[Value] = []
    for root, class_name in ROOTS:
        heap, ref, about = model.symbolic(heap, Origin.root(root), TABLE.subtypes(class_name), nullable=True)
        refs.append(ref)
        facts += about
    solved = solve(EMPTY_PATH, conjunction(facts))
    assert isinstance(solved, Sat)
    way = Way(model, heap, EMPTY_PATH.assume(conjunction(facts), solved.model))
    return Session(way, [*refs, NULL, *KNOWN])


def replayed(session: Session, model: Model) -> tuple[ConcreteHeap, Refs]:
    """Run the concrete requests from the witness; the results must be as predicted."""
    base = initial_heap().objects
    heap = replace(session.way.model.inputs(session.way.heap, model), base=base)
    refs = [*(int(heap.roots[root]) for root, _ in ROOTS), 0, *(ref.location.number for ref in KNOWN)]
    for predicted, replay in session.asked:
        actual = replay(heap, refs, lambda value: int(model.evaluate(value)))
        if isinstance(predicted, ErrorKind) or predicted is None:
            assert actual is predicted
        else:
            assert actual == session.way.concrete(predicted)
    return heap, refs


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(requests=REQUESTS)
def test_a_concrete_heap_gives_what_the_model_predicts(
    name: str, requests: list[tuple[str, int, int, int, int]]
) -> None:
    session = begin(name)
    for request in requests:
        session.request(*request)
        if session.ended:
            break
    model = session.way.path.model
    assert model is not None
    assert all(model.satisfies(c) for c in session.way.path.conjuncts())
    heap, refs = replayed(session, model)
    predicted = [int(session.way.concrete(cell)) for cell in session.refs]
    assert len(set(zip(predicted, refs, strict=True))) == len(set(predicted)) == len(set(refs))
    same_final_heap(session, model, heap, dict(zip(predicted, refs, strict=True)))


def same_final_heap(session: Session, model: Model, actual: ConcreteHeap, numbers: dict[int, int]) -> None:
    """Check that `final` agrees with the concrete run on all objects that it reached."""
    inputs = session.way.model.inputs(session.way.heap, model)
    final = session.way.model.final(session.way.heap, model).completed_by(inputs)
    final = replace(final, base=initial_heap().objects)
    for predicted, number in numbers.items():
        if predicted == 0:
            continue
        assert final.class_of(predicted) == actual.class_of(number)
        if final.length(predicted) is not None:
            kind = TABLE.fields(final.class_of(predicted))[-1].type.sort.element
            assert kind is not None
            assert final.length(predicted) == actual.length(number)
            for at in range(min(actual.length(number) or 0, 8)):
                mine, theirs = final.element(predicted, at, kind), actual.element(number, at, kind)
                assert mine == theirs if kind is not REF else numbers.get(int(mine), theirs) == theirs
            continue
        for slot in TABLE.fields(final.class_of(predicted)):
            mine, theirs = final.get(predicted, slot), actual.get(number, slot)
            assert mine == theirs if slot.type.sort is not REF else numbers.get(int(mine), theirs) == theirs

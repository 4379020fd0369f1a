"""Choose the object of an input reference: null, an object assumed before, or a new one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symheap.core.terms import NULL, Op, Term, Value, and_, eq, not_
from symheap.core.types import Field
from symheap.heap.initial import only_constants
from symheap.heap.lazy.state import NON_NULL, ChoiceOutcome, LazyHeap


def choose_null(heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
    """Choose between null and not null, and nothing more."""
    if ref.op is not Op.SYM or ref in heap.known:
        yield ChoiceOutcome(True, (), heap, heap.resolved(ref) or ref)
        return
    yield initialize_null(heap, ref)
    yield ChoiceOutcome(not_(eq(ref, NULL)), (), heap.knowing(ref, NON_NULL), ref)


def choose(heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:
    """Choose everything about a reference: null, an object assumed before, or a new one. A resolved one has no choice.

    Rule: [Summaries] Fig. 6, "Initialize (end)"
    """
    known = heap.resolved(ref)
    if known is not None:
        yield ChoiceOutcome(True, (), heap, known)
        return
    if ref not in heap.known:
        yield initialize_null(heap, ref)
    candidates = [other for other in heap.representatives if heap.inputs.compatible(ref, other)]
    excluded = [other for other in candidates if closes_cycle(heap, ref, other)]
    for other in candidates:
        if other not in excluded:
            yield initialize_alias(heap, ref, other)
    known_before = heap.inputs.candidates(ref)
    for other in known_before:
        yield ChoiceOutcome(eq(ref, other), (), heap.knowing(ref, other), other)
    if not only_constants(heap.inputs.table, heap.inputs.bounds[ref]):
        yield initialize_new(heap, ref, [*candidates, *known_before])


def initialize_null(heap: LazyHeap, ref: Term) -> ChoiceOutcome:
    """Rule: [Summaries] Fig. 6, "Initialize (null)" """
    return ChoiceOutcome(eq(ref, NULL), (), heap.knowing(ref, NULL), NULL)


def initialize_alias(heap: LazyHeap, ref: Term, other: Term) -> ChoiceOutcome:
    """Resolve `ref` to an object assumed before. It then differs from all others, since they differ.

    Rule: [Summaries] Fig. 6, "Initialize (alias)"
    """
    inputs = heap.inputs.narrow(other, heap.inputs.bounds[ref])
    return ChoiceOutcome(eq(ref, other), (), replace(heap, inputs=inputs).knowing(ref, other), other)


def initialize_new(heap: LazyHeap, ref: Term, others: list[Term]) -> ChoiceOutcome:
    """Resolve `ref` to an object not assumed before, with uninitialized fields.

    Rule: [Summaries] Fig. 6, "Initialize (new)"
    """
    guard = and_(not_(eq(ref, NULL)), *(not_(eq(ref, other)) for other in others))
    after = replace(heap.knowing(ref, ref), representatives=(*heap.representatives, ref))
    return ChoiceOutcome(guard, (), after, ref)


def closes_cycle(heap: LazyHeap, ref: Term, other: Term) -> bool:
    """Whether ``ref = other`` would close a cycle over a field that is assumed acyclic."""
    for binding in heap.inputs.bindings:
        if binding.value is not ref or binding.field.name not in heap.inputs.acyclic:
            continue
        owner = heap.resolved(binding.owner)
        at: Term | None = other
        while at is not None and at is not NULL:
            if at is owner:
                return True
            following = _initial_value(heap, at, binding.field)
            at = heap.resolved(following) if isinstance(following, Term) else None
    return False


def _initial_value(heap: LazyHeap, owner: Term, field: Field) -> Value | None:
    for binding in heap.inputs.bindings:
        if binding.owner is owner and binding.field is field:
            return binding.value
    return None

"""Writes to arrays in POSE, and class objects.

An array that may be the receiver keeps one chain of writes: at the index it gets the new value if it is the receiver,
else its old one. With an ``ite`` of whole contents for each write, the number of ways to read them would double each
time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symheap.core.terms import NULL, REF, Op, Term, Value, ite
from symheap.core.theories.arrays import store
from symheap.core.theories.choice import leaves
from symheap.core.types import ELEMENTS, LENGTH, Field
from symheap.heap.api import Index
from symheap.heap.arrays import class_objects, copied_where, filled_where, read_element
from symheap.heap.pose.state import PoseHeap, Refined
from symheap.heap.term_state import reference


def put_element(heap: PoseHeap, receiver: Term, slot: Index, value: Value) -> Refined:
    """``receiver[i] := value``: every array that may be the receiver gets the value at i if it is, else keeps its
    own.
    """

    def put(at: PoseHeap, same: Value, held: Term) -> tuple[PoseHeap, tuple[Value, ...], Term]:
        if same is True:
            return at, (), store(held, slot.index, value)
        inputs, facts, old = read_element(at.inputs, held, slot.index)
        return replace(at, inputs=inputs), facts, store(held, slot.index, ite(same, value, old, slot.kind))

    return put_contents(heap, receiver, ELEMENTS[slot.kind], put)


def put_range(heap: PoseHeap, receiver: Term, field: Field, at: Value, source: tuple[Term, Value, Value]) -> Refined:
    """Copy a range to `receiver`; nothing is copied to an array that is not the receiver."""

    def put(heap: PoseHeap, same: Value, held: Term) -> tuple[PoseHeap, tuple[Value, ...], Term]:
        return heap, (), copied_where(same, held, at, source)

    return put_contents(heap, receiver, field, put)


def put_filled(heap: PoseHeap, receiver: Term, field: Field, at: Value, length: Value, value: Value) -> Refined:
    """Fill a range of `receiver`; nothing is filled in an array that is not the receiver."""
    size = heap.slot(receiver, LENGTH)

    def put(heap: PoseHeap, same: Value, held: Term) -> tuple[PoseHeap, tuple[Value, ...], Term]:
        return heap, (), filled_where(same, held, at, length, value, size)

    return put_contents(heap, receiver, field, put)


Put = Callable[[PoseHeap, Value, Term], tuple[PoseHeap, tuple[Value, ...], Term]]


def put_contents(heap: PoseHeap, receiver: Term, field: Field, put: Put) -> Refined:
    """Change the contents of `receiver`, and of every array that may alias it, with `put` under that condition.

    All leaves of `receiver` have contents. An array allocated by the run is not an input.
    """
    facts: tuple[Value, ...] = ()
    made = tuple(leaf for leaf in leaves(receiver) if leaf.op is Op.LOC and not leaf.location.initial)
    others = heap.initialized.get(field, ()) if len(made) < len(leaves(receiver)) else ()
    for other in (*made, *others):
        held, same = heap.slot(other, field), heap.inputs.equal(receiver, other)
        if held is not None and same is not False:
            heap, more, after = put(heap, same, reference(held))
            heap, facts = heap.with_slot(other, field, after), facts + more
    return heap, facts


def class_object(heap: PoseHeap, leaf: Term) -> Term | None:
    if leaf is NULL:
        return None
    *others, (_, value) = class_objects(heap.inputs, leaf)
    for guard, other in reversed(others):
        value = reference(ite(guard, other, value, REF))
    return value

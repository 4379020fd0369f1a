"""Inputs that alias objects from before the run.

There are thousands of such objects, and it rarely matters that an input may alias one of them. So a model considers an
alias of an object L only once L is *active*: compared with an input, written, or read after a write to an input that
may alias it. Until then no condition of the path mentions L, and the inputs that differ from L represent those that do
not.

When L becomes active, existing names are made to agree with it: ``Y = L`` implies ``Y.f = v`` for each named field of
an input Y, where v is the value of L.f before the run.

Constants of enums need no activation: their classes have no other objects, so every input of such a class is
constrained to be one of them from the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symheap.core.deadline import tick
from symheap.core.terms import NULL, REF, Op, Sort, Term, Value, and_, eq, implies
from symheap.core.theories.arrays import select
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.choice import leaves
from symheap.core.types import ELEMENTS, LENGTH
from symheap.heap.initial import exactly, is_initial
from symheap.heap.input import Inputs

Facts = tuple[Value, ...]


def activate(inputs: Inputs, known: Term) -> tuple[Inputs, Facts]:
    """Let inputs alias the object `known`, and objects that its fields refer to if an input's field has a name."""
    facts: list[Value] = []
    pending = [known]
    while pending:
        tick()
        at = pending.pop()
        if not can_activate(inputs, at):
            continue
        inputs = replace(inputs, active=(*inputs.active, at))
        for owner, condition, name, before in named_slots(inputs, at):
            facts.append(implies(and_(eq(owner, at), condition), same_value(inputs, name, before)))
            pending += _referred(inputs, name, before)
    return inputs, tuple(fact for fact in facts if fact is not True)


def can_activate(inputs: Inputs, known: Term) -> bool:
    """Whether inputs may alias an object that is not active yet."""
    if inputs.initial is None or not is_initial(known) or known in inputs.active:
        return False
    class_name = known.location.class_name
    return bool(exactly(inputs.table, class_name)) and inputs.table.constants(class_name) is None


def named_slots(inputs: Inputs, known: Term) -> Iterator[tuple[Term, Value, Value, Value]]:
    """Yield each named slot of an input that may be `known`: owner, condition, name, and the value in `known`."""
    assert inputs.initial is not None
    for binding in inputs.bindings:
        if not inputs.may_be(binding.owner, known) or binding.field.type.sort.element is not None:
            continue
        before = inputs.initial.value(known, binding.field)
        if before is not None:
            yield binding.owner, True, binding.value, before
    for binding in inputs.bindings:
        kind = binding.field.type.sort.element
        for element in inputs.elements.get((binding.owner, kind), ()) if kind is not None else ():
            assert kind is not None
            held = element_before(inputs, binding.owner, known, kind, element.index)
            if held is not None:
                yield binding.owner, held[0], element.value, held[1]


def element_before(inputs: Inputs, owner: Term, known: Term, kind: Sort, index: Value) -> tuple[Value, Value] | None:
    """Return the condition that an index is within bounds of `known`, and the element there before the run.

    Returns None if the input `owner` cannot be `known`, or the index is out of bounds.
    """
    if inputs.initial is None or not inputs.may_be(owner, known):
        return None
    length, array = inputs.initial.value(known, LENGTH), inputs.initial.value(known, ELEMENTS[kind])
    if length is None or array is None:
        return None
    assert isinstance(array, Term)
    inside = bitvector(Op.BVULT, 32, index, length)
    return None if inside is False else (inside, select(array, index, _no_input))


def tie(inputs: Inputs, owner: Term, known: Term, condition: Value, name: Value, before: Value) -> tuple[Inputs, Facts]:
    """Return the fact that a slot has its value from before the run if the input `owner` is the object `known`."""
    facts: Facts = (implies(and_(eq(owner, known), condition), same_value(inputs, name, before)),)
    for referred in _referred(inputs, name, before):
        inputs, more = activate(inputs, referred)
        facts += more
    return inputs, tuple(fact for fact in facts if fact is not True)


def _no_input(owner: Term, index: Value) -> Value:
    raise AssertionError(f"{owner} is no array from before the run")


def same_value(inputs: Inputs, name: Value, before: Value) -> Value:
    if isinstance(name, Term) and isinstance(before, Term) and name.sort is REF:
        return inputs.equal(name, before)
    return eq(name, before)


def _referred(inputs: Inputs, name: Value, before: Value) -> list[Term]:
    """Return the objects from before the run that a name may now refer to."""
    if not isinstance(name, Term) or name.op is not Op.SYM or not isinstance(before, Term):
        return []
    return [leaf for leaf in leaves(before) if is_initial(leaf) and inputs.may_be(name, leaf)]


def compare(inputs: Inputs, a: Term, b: Term) -> tuple[Inputs, Facts]:
    """Compare two references: objects that one of them may be become active if the other may be an input."""
    facts: Facts = ()
    if inputs.initial is None or a is NULL or b is NULL:
        return inputs, facts
    for left, right in ((a, b), (b, a)):
        others = [leaf for leaf in leaves(right) if leaf.op is Op.SYM]
        for leaf in leaves(left):
            if is_initial(leaf) and any(inputs.may_be(other, leaf) for other in others):
                inputs, more = activate(inputs, leaf)
                facts += more
    return inputs, facts

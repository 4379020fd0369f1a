"""Objects from before the run in lazy initialization.

An input object assumed while an object L was not active counts as different from L. When L becomes active, this is
chosen: either the assumed object is L, and all that is known of the two is combined, or it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symheap.core.terms import NULL, REF, Op, Term, Value, and_, disjunction, eq, implies, not_
from symheap.core.theories.choice import leaves
from symheap.core.types import Field
from symheap.heap.activation import can_activate, named_slots
from symheap.heap.arrays import where_taken
from symheap.heap.initial import is_initial
from symheap.heap.lazy.state import ChoiceOutcome, LazyHeap
from symheap.heap.term_state import EMPTY

Equation = tuple[Value, Value, Value]  # (condition, name of the initial heap, its value under the condition)
Way = tuple[Value, LazyHeap]


def met(case: ChoiceOutcome, field: Field, *, writing: bool) -> Iterator[ChoiceOutcome]:
    """Yield the cases of an access to a field of the chosen object.

    An object from before the run becomes active if it is written, or read after a write to an object that it may be.
    """
    if writing and case.ref.op is Op.SYM:
        yield replace(case, heap=replace(case.heap, inputs=case.heap.inputs.writing(field)))
    elif is_initial(case.ref) and (writing or _may_be_written(case.heap, case.ref, field)):
        yield from (case.then(choice) for choice in activate(case.heap, case.ref))
    else:
        yield case


def _may_be_written(heap: LazyHeap, known: Term, field: Field) -> bool:
    if field not in heap.inputs.written:
        return False
    return any(heap.inputs.may_be(assumed, known) for assumed in heap.representatives)


def compared(heap: LazyHeap, a: Term, b: Term) -> Iterator[ChoiceOutcome]:
    """Yield the cases of a comparison: an object from before the run becomes active unless both are such objects."""
    known = [ref for ref in (heap.resolved(a), heap.resolved(b)) if ref is not None and is_initial(ref)]
    if len(known) == 1:
        yield from activate(heap, known[0])
    else:
        yield ChoiceOutcome(True, (), heap, a)


def activate(heap: LazyHeap, known: Term) -> Iterator[ChoiceOutcome]:
    """Choose which assumed object, if any, is `known`.

    It is a fact that an assumed object that is `known` has its fields, so this is stated on every branch.
    """
    if not can_activate(heap.inputs, known):
        yield ChoiceOutcome(True, (), heap, known)
        return
    ways: list[Way] = []
    facts: list[Value] = []
    for assumed in heap.representatives:
        if heap.inputs.may_be(assumed, known):
            identified = list(identify(heap, assumed, known))
            ways += identified
            facts.append(implies(eq(assumed, known), disjunction(condition for condition, _ in identified)))
    about = tuple(fact for fact in facts if fact is not True)
    for condition, after in ways:
        yield ChoiceOutcome(condition, about, after, known)
    none = not_(disjunction(condition for condition, _ in ways))
    yield ChoiceOutcome(none, about, activated(heap, known), known)


def activated(heap: LazyHeap, known: Term) -> LazyHeap:
    return replace(heap, inputs=replace(heap.inputs, active=(*heap.inputs.active, known)))


def identify(heap: LazyHeap, assumed: Term, known: Term) -> Iterator[Way]:
    """Identify an assumed object with one from before the run: its slots move there, and its names get those values."""
    equations = [
        (when, name, before) for owner, when, name, before in named_slots(heap.inputs, known) if owner is assumed
    ]
    slots = heap.objects.get(assumed, EMPTY)
    objects = heap.objects.delete(assumed) if assumed in heap.objects else heap.objects
    after = replace(
        activated(heap, known),
        known=heap.known.update({ref: known for ref, what in heap.known.items() if what is assumed}),
        representatives=tuple(ref for ref in heap.representatives if ref is not assumed),
        objects=objects.set(known, slots),
    )
    return ((and_(eq(assumed, known), condition), end) for condition, end in solve(after, equations))


def solve(heap: LazyHeap, equations: list[Equation]) -> Iterator[Way]:
    """Yield the ways in which all equations hold, with the condition of each."""
    if not equations:
        yield True, heap
        return
    (when, name, before), *rest = equations
    if not isinstance(before, Term) or before.sort is not REF or not isinstance(name, Term):
        holds = implies(when, eq(name, before))
        if holds is not False:
            yield from ((and_(holds, condition), end) for condition, end in solve(heap, rest))
        return
    if when is not True:
        yield from ((and_(not_(when), condition), end) for condition, end in solve(heap, rest))
    for leaf in leaves(before):
        taken = and_(when, where_taken(before, leaf))
        for choice, after in resolve(heap, name, leaf):
            yield from ((and_(taken, choice, condition), end) for condition, end in solve(after, rest))


def resolve(heap: LazyHeap, name: Term, value: Term) -> Iterator[Way]:
    """Yield the ways in which a name is null or a given object from before the run."""
    chosen = heap.resolved(name)
    if chosen is value:
        yield True, heap
    elif chosen is None:
        possible = name not in heap.known if value is NULL else heap.inputs.may_be(name, value)
        if possible:
            yield eq(name, value), heap.knowing(name, value)
    elif chosen.op is Op.SYM and can_activate(heap.inputs, value) and heap.inputs.may_be(chosen, value):
        yield from identify(heap, chosen, value)

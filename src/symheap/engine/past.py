"""Forks on whether a class was initialised before the call, if the program can observe it (`symheap.objects.past`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symheap.core.model import Plain
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, NULL, REF, Sort, Term, Value, location, symbol
from symheap.core.typeset import TypeSet
from symheap.engine.machine import Following, Machine
from symheap.engine.state import State
from symheap.heap.api import Index, Ok, Slot
from symheap.objects import ir
from symheap.objects.decisions import Decision
from symheap.objects.history import (
    before_the_call,
    claimed,
    decided,
    in_order,
    is_written,
    name_of,
    noted,
    order_of,
    text_of,
    text_of_order,
)
from symheap.objects.initialization import Mark, Progress
from symheap.objects.past import (
    Past,
    Prior,
    Stored,
    earlier,
    foremost,
    initialised_before,
    is_impossible,
    is_open,
    is_told,
    left_by,
    lost_with,
    owed,
    taken_before,
)

H = TypeVar("H")
Marks = Callable[[str], Mark | None]


def settle(machine: Machine[H], state: State[H], i: ir.Settle) -> Following[H]:
    """Decide the past of a class; the instruction is then met again."""
    program = machine.program

    def mark(name: str) -> Mark | None:
        return Progress.DONE if name in program.initialized else state.classes.get(name)

    if program.past is None:
        return state.next()
    if not is_open(program.past, state.history, mark, i.class_name):
        claims = settle_claims(machine, state, i, mark)
        return state.next() if claims is None else claims
    if i.writes:
        return state._replace(history=noted(state.history, i.class_name, i.slot)).next()
    if is_written(state.history, i.slot):
        return state.next()
    return decide(machine, state, program.past, i.class_name, i, mark)


def settle_claims(machine: Machine[H], state: State[H], i: ir.Instruction, mark: Marks) -> Following[H] | None:
    """Return the states, at the same instruction, with the effects of a claimed class applied; None if there is
    none.
    """
    past = machine.program.past
    name = owed(past, state.history, mark) if past is not None and state.history else None
    return None if past is None or name is None else decide(machine, state, past, name, i, mark)


def assume_past(
    machine: Machine[H], state: State[H], past: Past, name: str, i: ir.Instruction, mark: Marks
) -> Following[H]:
    """Decide on the past of a class at its first use if that makes a difference; else it counts as initialised
    before.
    """
    return decide(machine, state, past, name, i, mark, always=is_told(past, state.history, name))


def unsure_past(machine: Machine[H], state: State[H], name: str, i: ir.Instruction) -> Following[H] | None:
    """The states in which it is decided whether a class was initialised before the call, where that is refused.

    None if there is nothing to decide.
    """
    past = machine.program.past
    refused = past.unsure(name) if past is not None and name not in decided(state.history) else None
    if refused is None:
        return None
    condition = symbol(Origin.root(name_of(name)), BOOL)

    def before(at: State[H]) -> Following[H]:
        return machine.unsupported(at, refused, i.position)

    return machine.split(_asked(state, condition), condition, before, lambda at: _after(at, name))


def decide(
    machine: Machine[H],
    state: State[H],
    past: Past,
    name: str,
    i: ir.Instruction,
    mark: Marks,
    *,
    always: bool = True,
) -> Following[H]:
    """Return the states, at the same instruction, in which the past of this class or an earlier one is decided.

    Without `always` it counts as initialised before the call.
    """
    assert machine.program.initial is not None
    first, second = foremost(past, state.history, mark, name, machine.program.initial.class_of)
    if second is not None:
        return _order(machine, state, past, first, second, i, both=always or second != name)
    return _decide(machine, state, past, first, i, always=always or first != name)


def _decide(
    machine: Machine[H], state: State[H], past: Past, name: str, i: ir.Instruction, *, always: bool
) -> Following[H]:
    if is_impossible(past.prior(name, before_the_call(state.history)), state.history):
        return _after(state, name)
    if not always:
        return _placed(machine, state, past, name, i, before_the_call(state.history))
    condition = symbol(Origin.root(name_of(name)), BOOL)

    def before(at: State[H]) -> Following[H]:
        taken = _claimed(machine, at, *taken_before(at.history, name))
        if taken is None:
            return []
        return _placed(machine, _said(taken, text_of(name, True), i), past, name, i, before_the_call(at.history))

    def now(at: State[H]) -> Following[H]:
        taken = _without(machine, at, past.implying(name))
        for types in () if taken is None else lost_with(past, _after(taken, name).history, name):
            taken = None if taken is None else _without(machine, taken, types)
        return [] if taken is None else _said(_after(taken, name), text_of(name, False), i)

    return machine.split(_asked(state, condition), condition, before, now)


def _order(
    machine: Machine[H], state: State[H], past: Past, first: str, second: str, i: ir.Instruction, *, both: bool
) -> Following[H]:
    """Decide whether a class was initialised before another one, and before the call.

    With `both`, the other one was initialised before the call too; otherwise it may be initialised later. If the order
    does not hold, the past of the first class stays open.
    """
    if is_impossible(past.prior(first, before_the_call(state.history)), state.history):
        return _after(state, first)
    condition = symbol(Origin.root(order_of(first, second)), BOOL)

    def ordered(at: State[H]) -> Following[H]:
        names = (first, second) if both else (first,)
        taken = _claimed(machine, at, *names)
        if taken is None:
            return []
        history = claimed(in_order(taken.history, first, second), *names)
        return _said(taken._replace(history=history), text_of_order(first, second), i)

    def otherwise(at: State[H]) -> Following[H]:
        text = text_of_order(first, second, ordered=False)
        return _said(at._replace(history=in_order(at.history, second, first)), text, i)

    return machine.split(_asked(state, condition), condition, ordered, otherwise)


def _placed(
    machine: Machine[H],
    state: State[H],
    past: Past,
    name: str,
    i: ir.Instruction,
    kept: tuple[str, ...],
    end: int | None = None,
) -> Following[H]:
    """Record that the class was initialised before the call, after the classes `kept`; fork if another order differs.

    The order with those from `end` on is already decided.
    """
    assert machine.program.initial is not None
    class_of = machine.program.initial.class_of
    k = earlier(past, state.history, name, kept, len(kept) if end is None else end, class_of)
    if k is None:
        prior = past.prior(name, kept)
        stores = left_by(past, prior, state.history, kept, class_of)
        after = state._replace(history=initialised_before(past, prior, state.history, kept))
        return _applied(machine, after, prior, stores, i)
    other = kept[k]
    condition = symbol(Origin.root(order_of(name, other)), BOOL)

    def ahead(at: State[H]) -> Following[H]:
        taken = _claimed(machine, at, name)
        if taken is None:
            return []
        fewer = (*kept[:k], *kept[k + 1 :])
        return _placed(machine, _said(taken, text_of_order(name, other), i), past, name, i, fewer, k)

    def behind(at: State[H]) -> Following[H]:
        return _placed(machine, _said(at, text_of_order(other, name), i), past, name, i, kept, k)

    return machine.split(_asked(state, condition), condition, ahead, behind)


def _claimed(machine: Machine[H], state: State[H], *names: str) -> State[H] | None:
    """Return the state in which some classes were initialised before the call."""
    for name in names:
        condition = symbol(Origin.root(name_of(name)), BOOL)
        taken = machine.assume(_asked(state, condition), condition)
        if taken is None:
            return None
        state = taken
    return state


def _asked(state: State[H], condition: Term) -> State[H]:
    return state if condition in state.inputs else state.with_input(condition)


def _without(machine: Machine[H], state: State[H], types: TypeSet) -> State[H] | None:
    """Return the state in which no input is of these classes."""
    heap, guard = machine.model.without(state.heap, types)
    return machine.assume(state, guard, heap=heap)


def _after(state: State[H], name: str) -> State[H]:
    return state._replace(history=(*state.history, (name, False)))


def _said(state: State[H], text: str, i: ir.Instruction) -> State[H]:
    return state.decided(Decision("class", text, i.position))


def _applied(
    machine: Machine[H], state: State[H], prior: Prior, stores: tuple[Stored, ...], i: ir.Instruction
) -> Following[H]:
    """Return the state after the effects of the initialisers. None of them is in a place that an input may alias."""
    if prior.refused is not None:
        return machine.unsupported(state, prior.refused, i.position)
    taken = state if prior.lost is None else _without(machine, state, prior.lost)
    if taken is None:
        return []
    state = taken.marking(prior.marks)
    for stored in stores:
        state = _stored(machine, state, stored)
    return state


def _stored(machine: Machine[H], state: State[H], stored: Stored) -> State[H]:
    sort = stored.field.type.sort
    kind = sort.element
    slot: Slot = stored.field if kind is None or stored.at is None else Index(kind, stored.at)
    ref = _location(machine, stored.number)
    value = _value(machine, stored.value, sort if kind is None else kind)
    [only] = machine.model.store(state.heap, ref, slot, value, machine.view(state))
    assert isinstance(only, Ok)
    after = machine.assume(state, only.guard, only.facts, only.heap)
    assert after is not None
    return after


def _location(machine: Machine[H], number: int) -> Term:
    initial = machine.program.initial
    assert initial is not None
    return location(number, initial.class_of(number), initial=True)


def _value(machine: Machine[H], value: Plain, sort: Sort) -> Value:
    if sort is REF:
        return _location(machine, int(value)) if value else NULL
    return bool(value) if sort is BOOL else int(value)

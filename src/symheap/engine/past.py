"""Whether a class was initialised before the call: a fork, where the program can tell (`symheap.objects.past`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symheap.core.model import Plain
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, NULL, REF, Sort, Term, Value, location, symbol
from symheap.engine.machine import Following, Machine
from symheap.engine.state import State
from symheap.heap.api import Index, Ok, Slot
from symheap.objects import ir
from symheap.objects.decisions import Decision
from symheap.objects.initialization import Mark, Progress
from symheap.objects.past import (
    Past,
    Prior,
    Stored,
    before_the_call,
    comes_first,
    initialised_before,
    is_impossible,
    is_open,
    is_told,
    name_of,
    noted,
    text_of,
    unwritten,
)

H = TypeVar("H")
Marks = Callable[[str], Mark | None]


def settle(machine: Machine[H], state: State[H], i: ir.Settle) -> Following[H]:
    """The instruction is met again once the past of the class is decided."""
    program = machine.program

    def mark(name: str) -> Mark | None:
        return Progress.DONE if name in program.initialized else state.classes.get(name)

    if program.past is None or not is_open(program.past, state.history, mark, i.class_name):
        return state.next()
    if i.writes:
        return state._replace(history=noted(state.history, i.class_name, i.slot)).next()
    if (i.slot, None) in state.history:
        return state.next()
    return decide(machine, state, program.past, i.class_name, i, mark)


def assume_past(
    machine: Machine[H], state: State[H], past: Past, name: str, i: ir.Instruction, mark: Marks
) -> Following[H]:
    """A class is used for the first time: decide on its past if that makes a difference, else it is in the past."""
    return decide(machine, state, past, name, i, mark, always=is_told(past, state.history, name))


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
    """The states in which the past of a class is decided, or of one that comes first, at the same instruction.

    Without `always` it is taken to be in the past.
    """
    assert machine.program.initial is not None
    first = comes_first(past, state.history, mark, name, machine.program.initial.class_of)
    if first is not None:
        return _decide(machine, state, past, first, i, always=True)
    return _decide(machine, state, past, name, i, always=always)


def _decide(
    machine: Machine[H], state: State[H], past: Past, name: str, i: ir.Instruction, *, always: bool
) -> Following[H]:
    prior = past.prior(name, before_the_call(state.history))
    if is_impossible(prior, state.history):
        return _after(state, name)
    if not always:
        return _applied(machine, _before(state, past, prior), prior, i)
    condition = symbol(Origin.root(name_of(name)), BOOL)

    def before(at: State[H]) -> Following[H]:
        return _applied(machine, _chosen(_before(at, past, prior), name, i, before=True), prior, i)

    def now(at: State[H]) -> Following[H]:
        heap, guard = machine.model.without(at.heap, past.implying(name))
        taken = machine.assume(at, guard, heap=heap)
        return [] if taken is None else _chosen(_after(taken, name), name, i, before=False)

    return machine.split(state.with_input(condition), condition, before, now)


def _before(state: State[H], past: Past, prior: Prior) -> State[H]:
    return state._replace(history=initialised_before(past, prior, state.history))


def _after(state: State[H], name: str) -> State[H]:
    return state._replace(history=(*state.history, (name, False)))


def _chosen(state: State[H], name: str, i: ir.Instruction, *, before: bool) -> State[H]:
    return state.decided(Decision("class", text_of(name, before), i.position))


def _applied(machine: Machine[H], state: State[H], prior: Prior, i: ir.Instruction) -> Following[H]:
    """The state after what the initialisers left.  None of it is in a place that an input may be."""
    if prior.refused is not None:
        return machine.unsupported(state, prior.refused, i.position)
    state = state.marking(prior.marks)
    assert machine.program.initial is not None
    for stored in unwritten(prior, state.history, machine.program.initial.class_of):
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

"""Whether a class was initialised before the call, where a run has to decide."""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.outcome import Unsupported
from symheap.core.source import Position
from symheap.objects.decisions import Decision
from symheap.objects.initialization import Mark, Progress
from symheap.objects.ir import Settle
from symheap.objects.past import (
    Past,
    Prior,
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
from symheap.objects.steps.machine import Code, Ended, Machine, Registers, Step


def settle(code: Code, i: Settle) -> Step:
    def step(machine: Machine, registers: Registers) -> None:
        past = machine.program.past
        if past is None or not is_open(past, machine.history, lambda name: _mark(machine, name), i.class_name):
            return
        if i.writes:
            machine.history = noted(machine.history, i.class_name, i.slot)
        elif (i.slot, None) not in machine.history:
            decide(machine, past, lambda name: _mark(machine, name), i.class_name, i.position)

    return step


def _mark(machine: Machine, name: str) -> Mark | None:
    return Progress.DONE if name in machine.initialized else machine.marks.get(name)


Marks = Callable[[str], Mark | None]


def assume_past(machine: Machine, past: Past, mark: Marks, name: str, position: Position) -> None:
    """A class is used for the first time: decide on its past if that makes a difference, else it is in the past."""
    if is_open(past, machine.history, mark, name):
        decide(machine, past, mark, name, position, always=is_told(past, machine.history, name))


def decide(machine: Machine, past: Past, mark: Marks, name: str, position: Position, *, always: bool = True) -> None:
    """Decide on the past of a class, unless that is settled.  Without `always` it is taken to be in the past."""
    if not is_open(past, machine.history, mark, name):
        return
    while (other := comes_first(past, machine.history, mark, name, machine.heap.class_of)) is not None:
        _decide(machine, past, other, position)
    if is_open(past, machine.history, mark, name):
        _decide(machine, past, name, position, always=always)


def _decide(machine: Machine, past: Past, name: str, position: Position, *, always: bool = True) -> None:
    prior = past.prior(name, before_the_call(machine.history))
    if is_impossible(prior, machine.history):
        machine.history = (*machine.history, (name, False))
        return
    before = True
    if always:
        before = _was_initialised(machine, past, name)
        machine.arbitrary += 1
        machine.decisions.append(Decision("class", text_of(name, before), position))
    if not before:
        machine.history = (*machine.history, (name, False))
    else:
        machine.history = initialised_before(past, prior, machine.history)
        _apply(machine, prior, position)


def _was_initialised(machine: Machine, past: Past, name: str) -> bool:
    """What the input says; if it says nothing, whether some object of it is of a class that needs it."""
    said = machine.heap.roots.get(name_of(name))
    if said is not None:
        return bool(said)
    types = past.implying(name)
    return any(types.contains(obj.class_name) for number, obj in machine.heap.objects.items() if number > 0)


def _apply(machine: Machine, prior: Prior, position: Position) -> None:
    if prior.refused is not None:
        raise Ended(Unsupported(prior.refused, position))
    machine.marks.update(prior.marks)
    for number, field, index, value in unwritten(prior, machine.history, machine.heap.class_of):
        if index is None:
            machine.heap.put(number, field, value)
        else:
            machine.heap.set_element(number, index, value)

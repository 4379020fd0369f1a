"""Decisions on whether a class was initialised before the call."""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.outcome import Unsupported
from symheap.core.source import Position
from symheap.objects.decisions import Decision
from symheap.objects.history import (
    before_the_call,
    claimed,
    in_order,
    is_written,
    name_of,
    noted,
    order_of,
    text_of,
    text_of_order,
)
from symheap.objects.initialization import Mark, Progress
from symheap.objects.ir import Settle
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
    owed,
)
from symheap.objects.steps.machine import Code, ConcreteMachine, Ended, Registers, Step


def settle(code: Code, i: Settle) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        past = machine.program.past
        if past is None or not is_open(past, machine.history, lambda name: _mark(machine, name), i.class_name):
            return
        if i.writes:
            machine.history = noted(machine.history, i.class_name, i.slot)
        elif not is_written(machine.history, i.slot):
            decide(machine, past, lambda name: _mark(machine, name), i.class_name, i.position)
            settle_claims(machine, past, lambda name: _mark(machine, name), i.position)

    return step


def _mark(machine: ConcreteMachine, name: str) -> Mark | None:
    return Progress.DONE if name in machine.initialized else machine.marks.get(name)


Marks = Callable[[str], Mark | None]


def assume_past(machine: ConcreteMachine, past: Past, mark: Marks, name: str, position: Position) -> None:
    """Decide on the past of a class at its first use if that makes a difference; else it counts as initialised
    before.
    """
    if is_open(past, machine.history, mark, name):
        decide(machine, past, mark, name, position, always=is_told(past, machine.history, name))


def settle_claims(machine: ConcreteMachine, past: Past, mark: Marks, position: Position) -> None:
    """Apply the effects of classes known to have been initialised before the call."""
    while machine.history and (name := owed(past, machine.history, mark)) is not None:
        decide(machine, past, mark, name, position)


def decide(
    machine: ConcreteMachine, past: Past, mark: Marks, name: str, position: Position, *, always: bool = True
) -> None:
    """Decide on the past of a class unless it is settled. Without `always` it counts as initialised before the call."""
    while is_open(past, machine.history, mark, name):
        first, second = foremost(past, machine.history, mark, name, machine.heap.class_of)
        if second is None:
            _decide(machine, past, first, position, always=always or first != name)
        else:
            _order(machine, past, first, second, position, both=always or second != name)


def _order(machine: ConcreteMachine, past: Past, first: str, second: str, position: Position, *, both: bool) -> None:
    """Decide whether a class was initialised before another one; with `both`, that one also was before the call."""
    if is_impossible(past.prior(first, before_the_call(machine.history)), machine.history):
        machine.history = (*machine.history, (first, False))
        return
    machine.arbitrary += 1
    needed = (first, second) if both else (first,)
    ordered = all(_was_initialised(machine, past, name) for name in needed) and _is_ordered(machine, first, second)
    _say(machine, text_of_order(first, second, ordered), position)
    machine.history = in_order(machine.history, *((first, second) if ordered else (second, first)))
    if ordered:
        machine.history = claimed(machine.history, *needed)


def _decide(machine: ConcreteMachine, past: Past, name: str, position: Position, *, always: bool) -> None:
    before = before_the_call(machine.history)
    if is_impossible(past.prior(name, before), machine.history):
        machine.history = (*machine.history, (name, False))
        return
    if always:
        machine.arbitrary += 1
        if not _was_initialised(machine, past, name):
            machine.history = (*machine.history, (name, False))
            _say(machine, text_of(name, False), position)
            return
        _say(machine, text_of(name, True), position)
    _place(machine, past, name, position, before)


def _place(machine: ConcreteMachine, past: Past, name: str, position: Position, kept: tuple[str, ...]) -> None:
    """Record that the class was initialised before the call, after the classes `kept`, unless the input says otherwise.

    The input is asked about each of them whose order makes a difference.
    """
    end = len(kept)
    while (k := earlier(past, machine.history, name, kept, end, machine.heap.class_of)) is not None:
        machine.arbitrary += 1
        ordered = _is_ordered(machine, name, kept[k])
        _say(machine, text_of_order(name, kept[k]) if ordered else text_of_order(kept[k], name), position)
        if ordered:
            kept = (*kept[:k], *kept[k + 1 :])
        end = k
    prior = past.prior(name, kept)
    stores = left_by(past, prior, machine.history, kept, machine.heap.class_of)
    machine.history = initialised_before(past, prior, machine.history, kept)
    _apply(machine, prior, stores, position)


def _is_ordered(machine: ConcreteMachine, first: str, second: str) -> bool:
    """Whether the input says that two classes were initialised in this order, which is the default."""
    answer = machine.heap.roots.get(order_of(first, second))
    return answer is None or bool(answer)


def _say(machine: ConcreteMachine, text: str, position: Position) -> None:
    machine.decisions.append(Decision("class", text, position))


def _was_initialised(machine: ConcreteMachine, past: Past, name: str) -> bool:
    """Return the input's answer; by default, whether it has an object of a class that needs the initialisation."""
    answer = machine.heap.roots.get(name_of(name))
    if answer is not None:
        return bool(answer)
    types = past.implying(name)
    return any(types.contains(obj.class_name) for number, obj in machine.heap.objects.items() if number > 0)


def _apply(machine: ConcreteMachine, prior: Prior, stores: tuple[Stored, ...], position: Position) -> None:
    if prior.refused is not None:
        raise Ended(Unsupported(prior.refused, position))
    machine.marks.update(prior.marks)
    for number, field, index, value in stores:
        if index is None:
            machine.heap.put(number, field, value)
        else:
            machine.heap.set_element(number, index, value)

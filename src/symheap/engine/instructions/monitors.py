"""Monitors, as far as one thread can observe them: those that it has entered.

A frame stores the monitors that its method has entered, so that they are left with the frame, however it ends.
"""

from __future__ import annotations

from typing import TypeVar

from symheap.core.terms import Value, or_
from symheap.engine.instructions.calls import unless_null
from symheap.engine.instructions.values import reference, scalar
from symheap.engine.machine import Following, Machine
from symheap.engine.state import Frame, State
from symheap.heap.api import Ref
from symheap.objects import ir

H = TypeVar("H")


def lock(machine: Machine[H], state: State[H], i: ir.Lock) -> Following[H]:
    ref = reference(state.frame.registers[i.obj])
    assert ref is not None
    if i.for_method:
        return _entered(state, ref) if ref not in state.frame.locks else state.next()
    return unless_null(machine, state, ref, i, lambda at: _entered(at, ref))


def _entered(state: State[H], ref: Ref) -> State[H]:
    frame = state.frame.next()
    return state.with_frame(frame._replace(locks=(*frame.locks, ref)))


def unlock(machine: Machine[H], state: State[H], i: ir.Unlock) -> Following[H]:
    """Leave the latest monitor: compiled code leaves monitors in the reverse order of entry."""
    ref = reference(state.frame.registers[i.obj])
    assert ref is not None

    def left(at: State[H]) -> State[H]:
        frame = at.frame.next()
        return at.with_frame(frame._replace(locks=frame.locks[:-1]))

    return unless_null(machine, state, ref, i, left)


def holds(machine: Machine[H], state: State[H], i: ir.Holds) -> Following[H]:
    ref = reference(state.frame.registers[i.obj])
    assert ref is not None
    held: list[Ref] = []
    frame: Frame | None = state.frame
    while frame is not None:
        held += frame.locks
        frame = frame.caller
    return _is_one_of(machine, state, i, ref, tuple(dict.fromkeys(held)), False)


def _is_one_of(
    machine: Machine[H], state: State[H], i: ir.Holds, ref: Ref, others: tuple[Ref, ...], before: Value
) -> Following[H]:
    if before is True or not others:
        return state.set(i.dst, before)
    answer = machine.model.same(state.heap, ref, others[0], machine.view(state))
    return machine.answers(
        state,
        answer,
        i,
        "",
        lambda at, ok: _is_one_of(machine, at, i, ref, others[1:], or_(before, scalar(ok.value))),
    )

"""Monitors, as far as one thread can observe them: those that it has entered."""

from __future__ import annotations

from symheap.core.outcome import ErrorKind
from symheap.objects.ir import Holds, Lock, Unlock
from symheap.objects.steps.machine import Code, ConcreteMachine, Raised, Registers, Step
from symheap.objects.steps.members import reference


def lock(code: Code, i: Lock) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = reference(registers[i.obj], i.position)
        if not at:
            raise Raised(ErrorKind.NULL, "", i.position)
        _drop_ended(machine)
        if i.for_method and any(owner is registers and held == at for owner, held in machine.locks):
            return
        machine.locks.append((registers, at))

    return step


def unlock(code: Code, i: Unlock) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        if not reference(registers[i.obj], i.position):
            raise Raised(ErrorKind.NULL, "", i.position)
        own = [n for n, (owner, _) in enumerate(machine.locks) if owner is registers]
        if own:
            del machine.locks[own[-1]]

    return step


def holds(code: Code, i: Holds) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = reference(registers[i.obj], i.position)
        _drop_ended(machine)
        registers[i.dst] = any(held == at for _, held in machine.locks)

    return step


def _drop_ended(machine: ConcreteMachine) -> None:
    """Leave the monitors of methods that have ended, by a return or an exception."""
    if machine.locks:
        running = {id(machine.registers), *(id(frame[1]) for frame in machine.frames)}
        machine.locks = [held for held in machine.locks if id(held[0]) in running]

"""Answers of the machine that runs the program: inputs that are created on demand."""

from __future__ import annotations

from symheap.core.model import Plain
from symheap.core.outcome import Unsupported
from symheap.core.source import Position
from symheap.core.terms import Sort
from symheap.objects.concrete import default_of_sort
from symheap.objects.ir import Arbitrary, Consult, IdentityHash
from symheap.objects.steps.host import ConcreteHost
from symheap.objects.steps.machine import Code, ConcreteMachine, Ended, Registers, Step
from symheap.objects.steps.values import typed


def arbitrary(code: Code, i: Arbitrary) -> Step:
    """Read an arbitrary value. A value that a heap does not mention has its default: no predicted run reads it."""
    dst, sort = i.dst, i.type.sort

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        name = i.numbered(machine.arbitrary, _caller(machine, i.position))
        machine.arbitrary += 1
        registers[dst] = _answer(machine, name, sort, i.position, needed=i.placed)

    return step


def consult(code: Code, i: Consult) -> Step:
    dst, sort = i.dst, i.type.sort

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        name = i.named(ConcreteHost(machine).text(registers[i.key]))
        registers[dst] = _answer(machine, name, sort, i.position)

    return step


def identity_hash(code: Code, i: IdentityHash) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        if _of_table(machine, i):
            machine.pinned = True
            registers[i.dst] = i.constant
            return
        name = i.numbered(machine.arbitrary, _caller(machine, i.position))
        machine.arbitrary += 1
        registers[i.dst] = _answer(machine, name, Sort.bitvector(32), i.position)

    return step


def _of_table(machine: ConcreteMachine, i: IdentityHash) -> bool:
    """Whether a hash table asks: the innermost caller that does not ask on behalf of another."""
    owners = (frame[0].method.owner for frame in reversed(machine.frames))
    return next((owner for owner in owners if owner not in i.through), "") in i.tables


def _answer(machine: ConcreteMachine, name: str, sort: Sort, position: Position, *, needed: bool = True) -> Plain:
    if machine.closed and needed:
        raise Ended(Unsupported(name.rpartition("#")[0] or name, position))
    value = machine.heap.roots.get(name)
    return typed(default_of_sort(sort) if value is None else value, sort)


def _caller(machine: ConcreteMachine, position: Position) -> Position:
    return machine.frames[-1][3] if machine.frames else position

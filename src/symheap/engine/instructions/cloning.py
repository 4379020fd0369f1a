"""Copies of objects: one class, all fields, one after the other."""

from __future__ import annotations

from typing import TypeVar

from symheap.core.types import Field
from symheap.engine.classes import class_named
from symheap.engine.instructions.arrays import with_length
from symheap.engine.instructions.values import cell_of, reference
from symheap.engine.machine import Following, Machine
from symheap.engine.state import State
from symheap.heap.api import Ref
from symheap.objects import ir

H = TypeVar("H")


def clone(machine: Machine[H], state: State[H], i: ir.Clone) -> Following[H]:
    ref = reference(state.frame.registers[i.obj])
    assert ref is not None
    name = class_named(machine, state, i.class_object)
    if name.startswith("["):
        return _array(machine, state, ref, name, i)
    heap, made = machine.model.alloc(state.heap, name)
    return _fields(machine, state.with_heap(heap), ref, made, machine.program.table.fields(name), i)


def _fields(
    machine: Machine[H], state: State[H], ref: Ref, made: Ref, fields: tuple[Field, ...], i: ir.Clone
) -> Following[H]:
    """Copy the remaining fields."""
    if not fields:
        return state.set(i.dst, made)
    field, rest = fields[0], fields[1:]

    def store(at: State[H], value: object) -> Following[H]:
        answer = machine.model.store(at.heap, made, field, cell_of(value), machine.view(at))  # type: ignore[arg-type]
        return machine.answers(at, answer, i, field.name, lambda s, ok: _fields(machine, s, ref, made, rest, i))

    answer = machine.model.load(state.heap, ref, field, machine.view(state))
    return machine.answers(state, answer, i, field.name, lambda at, ok: store(at, ok.value))


def _array(machine: Machine[H], state: State[H], ref: Ref, name: str, i: ir.Clone) -> Following[H]:
    machine.array_classes.add(name)
    kind = machine.program.table.fields(name)[-1].type.sort.element
    assert kind is not None

    def copied(at: State[H], length: object) -> Following[H]:
        heap, made = machine.model.alloc_array(at.heap, name, length)  # type: ignore[arg-type]
        answer = machine.model.copy_range(heap, kind, ref, 0, made, 0, length, machine.view(at))  # type: ignore[arg-type]
        return machine.answers(at.with_heap(heap), answer, i, "clone", lambda s, ok: s.set(i.dst, made))

    return with_length(machine, state, ref, i, copied)

"""Class tests on class objects, and copies of objects."""

from __future__ import annotations

from symheap.core.model import Plain
from symheap.core.outcome import Unsupported
from symheap.core.source import Position
from symheap.core.terms import location
from symheap.core.types import ELEMENTS
from symheap.objects.decisions import Decision
from symheap.objects.host import UNVERIFIED
from symheap.objects.ir import Clone, Tell
from symheap.objects.steps.arrays import length_of
from symheap.objects.steps.machine import Code, ConcreteMachine, Ended, Pointer, Registers, Step
from symheap.objects.steps.members import dereferenced


def tell(code: Code, i: Tell) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        machine.decisions.append(Decision("call", _class_named(machine, registers[i.obj], i.position), i.position))
        registers[i.dst] = registers[i.obj]

    return step


def _class_named(machine: ConcreteMachine, class_object: Plain, position: Position) -> str:
    at = dereferenced(class_object, "class", position)
    try:
        return machine.program.table.class_named(location(at, machine.heap.class_of(at), initial=True))
    except KeyError:
        raise Ended(Unsupported(UNVERIFIED, position)) from None


def clone(code: Code, i: Clone) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at, name = dereferenced(registers[i.obj], "clone", i.position), machine.heap.class_of(registers[i.obj])
        is_array = machine.heap.length(at) is not None
        registers[i.dst] = _array(machine, at, name, i.position) if is_array else _object(machine, at, name)

    return step


def _array(machine: ConcreteMachine, at: int, name: str, position: Position) -> Pointer:
    heap, size = machine.heap, length_of(machine.heap, at, position)
    made = Pointer(heap.new_array(name, size))
    kind = machine.program.table.fields(name)[-1].type.sort.element
    assert kind in ELEMENTS
    if machine.code.settled:
        heap.copy_elements(at, 0, made, 0, size)
        return made
    for index in range(size):
        heap.set_element(made, index, heap.element(at, index, kind))
    return made


def _object(machine: ConcreteMachine, at: int, name: str) -> Pointer:
    heap = machine.heap
    made = Pointer(heap.new(name))
    for field in machine.program.table.fields(name):
        heap.put(made, field, heap.get(at, field))
    return made

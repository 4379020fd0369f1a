"""Steps on arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from symheap.core.contents import LONGEST, row
from symheap.core.model import Plain
from symheap.core.outcome import ErrorKind, Unsupported
from symheap.core.source import Position
from symheap.core.terms import REF, Sort, Term, Value
from symheap.core.theories.arrays import sparse
from symheap.core.types import ELEMENTS
from symheap.objects.concrete import ConcreteHeap, default_of_sort
from symheap.objects.decisions import Decision
from symheap.objects.host import UNVERIFIED
from symheap.objects.ir import Contents, CopyRange, FillRange, Length, Load, NewArray, SetContents, Store
from symheap.objects.steps.machine import Code, ConcreteMachine, Ended, Pointer, Raised, Registers, Step
from symheap.objects.steps.members import dereferenced
from symheap.objects.steps.values import typed


def new_array(code: Code, i: NewArray) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        length = registers[i.length]
        if length < 0:
            raise Raised(ErrorKind.NEGATIVE_SIZE, str(length), i.position)
        registers[i.dst] = Pointer(machine.heap.new_array(i.class_name, length))

    return step


def length(code: Code, i: Length) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = dereferenced(registers[i.obj], "length", i.position)
        registers[i.dst] = length_of(machine.heap, at, i.position)

    return step


def length_of(heap: ConcreteHeap, at: int, position: Position) -> int:
    size = heap.length(at)
    if size is None:
        raise Ended(Unsupported(UNVERIFIED, position))
    return size


def contents(code: Code, i: Contents) -> Step:
    """Return the contents as a term, for operations on contents: no plain value represents them."""
    arrays = _ArraysOf(code, i.kind, i.position)

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        heap, at = machine.heap, dereferenced(registers[i.obj], "[]", i.position)
        if (class_name := heap.class_of(at)) not in arrays:
            arrays.learn(class_name)
        size = length_of(heap, at, i.position)
        if size > LONGEST:
            raise Ended(Unsupported(f"contents of an array of {size} elements", i.position))
        known = heap.find(at).elements if code.settled else {k: heap.element(at, k, i.kind) for k in range(size)}
        registers[i.dst] = cast("Plain", sparse(known, default_of_sort(i.kind), i.kind))

    return step


def set_contents(code: Code, i: SetContents) -> Step:
    """Set contents; those of a concrete run are plain."""

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        heap, at = machine.heap, dereferenced(registers[i.obj], "[]", i.position)
        held = cast("Term", registers[i.src])
        elements = row(held, _plain, _no_input).upto(length_of(heap, at, i.position))
        for index, value in enumerate(elements):
            heap.set_element(at, index, value)

    return step


def _plain(value: Value) -> Plain:
    assert not isinstance(value, Term)
    return value


def _no_input(owner: Term) -> Mapping[int, Plain]:
    raise AssertionError(f"{owner} is no array of a concrete run")


class _ArraysOf(set[str]):
    """The classes known to be arrays with elements of a given kind."""

    def __init__(self, code: Code, kind: Sort, position: Position) -> None:
        super().__init__()
        self._code = code
        self._kind = kind
        self._position = position

    def learn(self, class_name: str) -> None:
        fields = self._code.table.fields(class_name)
        if not fields or fields[-1].type.sort.element != self._kind:
            raise Ended(Unsupported(UNVERIFIED, self._position))
        self.add(class_name)


def _out_of_bounds(index: Plain, size: int, position: Position) -> Raised:
    return Raised(ErrorKind.BOUNDS, f"Index {index} out of bounds for length {size}", position)


def load(code: Code, i: Load) -> Step:
    dst, obj, at, kind, position = i.dst, i.obj, i.index, i.kind, i.position
    is_reference, arrays = kind is REF, _ArraysOf(code, kind, position)

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        array, index, heap = dereferenced(registers[obj], "[]", position), registers[at], machine.heap
        if (class_name := heap.class_of(array)) not in arrays:
            arrays.learn(class_name)
        size = length_of(heap, array, position)
        if not 0 <= index < size:
            raise _out_of_bounds(index, size, position)
        value = heap.element(array, index, kind)
        registers[dst] = Pointer(value) if is_reference and type(value) is not Pointer else value

    return _load_settled(i, arrays) if code.settled else step


def _load_settled(i: Load, arrays: _ArraysOf) -> Step:
    dst, obj, at, position = i.dst, i.obj, i.index, i.position
    is_reference, default = i.kind is REF, typed(default_of_sort(i.kind), i.kind)

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        array = registers[obj]
        if not array or type(array) is not Pointer:
            dereferenced(array, "[]", position)
        heap = machine.heap
        found_object = heap.objects.get(array)
        if found_object is None:
            found_object = heap.base[array]
        if found_object.class_name not in arrays:
            arrays.learn(found_object.class_name)
        index, size = registers[at], found_object.length
        if size is None or not 0 <= index < size:
            raise _out_of_bounds(index, length_of(heap, array, position), position)
        value = found_object.elements.get(index, default)
        if is_reference and type(value) is not Pointer:
            value = Pointer(value)
        registers[dst] = value

    return step


def store(code: Code, i: Store) -> Step:
    obj, at, src, position = i.obj, i.index, i.src, i.position
    is_reference, arrays = i.kind is REF, _ArraysOf(code, i.kind, position)

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        array, index, heap = dereferenced(registers[obj], "[]", position), registers[at], machine.heap
        if (class_name := heap.class_of(array)) not in arrays:
            arrays.learn(class_name)
        size = length_of(heap, array, position)
        if not 0 <= index < size:
            raise _out_of_bounds(index, size, position)
        value = registers[src]
        if is_reference and value and not _takes(machine, array, value):
            raise Raised(ErrorKind.ARRAY_STORE, heap.class_of(value), position)
        heap.set_element(array, index, value)

    return step


def _takes(machine: ConcreteMachine, array: int, element: int) -> bool:
    """Whether an array of references may hold an object."""
    table, heap = machine.program.table, machine.heap
    component = table.component(heap.class_of(array))
    return component is not None and heap.is_instance(element, table.subtypes(component))


def fill_range(code: Code, i: FillRange) -> Step:
    arrays, default = _ArraysOf(code, i.kind, i.position), default_of_sort(i.kind)

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        heap, array = machine.heap, dereferenced(registers[i.obj], "[]", i.position)
        if (class_name := heap.class_of(array)) not in arrays:
            arrays.learn(class_name)
        at, count, value = registers[i.at], registers[i.length], registers[i.src]
        if i.kind is REF and value and count and not _takes(machine, array, value):
            raise Raised(ErrorKind.ARRAY_STORE, heap.class_of(value), i.position)
        if code.settled and value == default:
            heap.clear_elements(array, at, count)
            return
        if count > LONGEST:
            raise Ended(Unsupported(f"{count} elements of an array filled", i.position))
        for k in range(at, at + count):
            heap.set_element(array, k, value)

    return step


def copy_range(code: Code, i: CopyRange) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        source = dereferenced(registers[i.src], "[]", i.position)
        target = dereferenced(registers[i.dst], "[]", i.position)
        start, at, count = registers[i.start], registers[i.at], registers[i.length]
        heap = machine.heap
        needs_checks = _needs_checks(machine, source, target, i.position)
        machine.decisions.append(Decision("branch", _arrays(machine, source), i.position))
        for first, array in ((start, source), (at, target)):
            size = length_of(heap, array, i.position)
            if first < 0 or count < 0 or first + count > size:
                detail = f"arraycopy: range {first} to {first + count} out of bounds for length {size}"
                raise Raised(ErrorKind.BOUNDS, detail, i.position)
        registers[i.copied] = not needs_checks
        if needs_checks:
            return
        if code.settled:
            heap.copy_elements(source, start, target, at, count)
            return
        kind = _kind(machine, source)
        for k, value in enumerate([heap.element(source, start + k, kind) for k in range(count)]):
            heap.set_element(target, at + k, value)

    return step


def _arrays(machine: ConcreteMachine, array: int) -> str:
    """Return the kind of arrays that an array is compatible with."""
    name = machine.heap.class_of(array)
    return name if machine.program.table.component(name) is None else ELEMENTS[REF].owner


def _kind(machine: ConcreteMachine, array: int) -> Sort:
    element = machine.program.table.fields(machine.heap.class_of(array))[-1].type.sort.element
    assert element is not None
    return element


def _needs_checks(machine: ConcreteMachine, source: int, target: int, position: Position) -> bool:
    """Whether each element must be checked. Arrays of different kinds, and other objects, are an error at once."""
    table, heap = machine.program.table, machine.heap
    of, into = heap.class_of(source), heap.class_of(target)
    are_arrays = heap.length(source) is not None and heap.length(target) is not None
    held, taken = table.component(of), table.component(into)
    if not are_arrays or (of != into and (held is None or taken is None)):
        raise Raised(ErrorKind.ARRAY_STORE, f"arraycopy: {of} to {into}", position)
    return held is not None and taken is not None and of != into and not table.subtypes(taken).contains(held)

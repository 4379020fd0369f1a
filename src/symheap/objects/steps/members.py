"""Steps on objects, their classes and fields."""

from __future__ import annotations

from symheap.core.model import Plain, object_number
from symheap.core.outcome import ErrorKind, Unsupported
from symheap.core.source import Position
from symheap.core.terms import BOOL, REF
from symheap.core.types import Field
from symheap.objects.concrete import default_of
from symheap.objects.decisions import Decision
from symheap.objects.host import STRING, UNVERIFIED
from symheap.objects.ir import Cast, ClassOf, Get, IsA, New, NullCheck, Put
from symheap.objects.steps.machine import Birth, Code, ConcreteMachine, Ended, Pointer, Raised, Registers, Step
from symheap.objects.steps.values import type_error, typed

THROWABLE = "java.lang.Throwable"
ASSERTION_ERROR = "java.lang.AssertionError"


def reference(value: Plain, position: Position) -> Pointer:
    return value if type(value) is Pointer else type_error("a reference", position)


def dereferenced(value: Plain, name: str, position: Position) -> Pointer:
    """Return the object that a value refers to, for access to its member `name`."""
    if type(value) is not Pointer:
        type_error("a reference", position)
    if not value:
        raise Raised(ErrorKind.NULL, f"null has no '{name}'", position)
    return value


def new(code: Code, i: New) -> Step:
    """Allocate an object. For an exception object, record the place."""
    dst, class_name, position = i.dst, i.class_name, i.position

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        registers[dst] = Pointer(machine.heap.new(class_name))

    def exception(machine: ConcreteMachine, registers: Registers) -> None:
        made = registers[dst] = Pointer(machine.heap.new(class_name))
        machine.births[made] = Birth(thrown_error(class_name), "", machine.stack(position))

    is_exception = code.has_exceptions and code.table.subtypes(THROWABLE).contains(class_name)
    return exception if is_exception else step


def thrown_error(class_name: str) -> ErrorKind:
    """Return the kind of error for an exception that the program itself creates."""
    return ErrorKind.ASSERTION if class_name == ASSERTION_ERROR else ErrorKind.EXCEPTION


# Fields ---------------------------------------------------------------------------------------------------------------


def get(code: Code, i: Get) -> Step:
    if code.settled and len(i.fields) == 1:
        return _get_settled(code, i, i.fields[0])

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = dereferenced(registers[i.obj], i.name, i.position)
        field = _field(machine, at, i)
        registers[i.dst] = typed(machine.heap.get(at, field), field.type.sort)

    return step


def put(code: Code, i: Put) -> Step:
    if code.settled and len(i.fields) == 1:
        return _put_settled(code, i, i.fields[0])

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = dereferenced(registers[i.obj], i.name, i.position)
        field = _field(machine, at, i)
        value = registers[i.src]
        if type(value) is not _register_type(field):
            _misfit(field, i)
        machine.heap.put(at, field, value)

    return step


def _field(machine: ConcreteMachine, at: Pointer, i: Get | Put) -> Field:
    """Return the candidate field that the object has."""
    heap, table = machine.heap, machine.program.table
    field = next((f for f in i.fields if heap.is_instance(at, table.holders(f))), None)
    if field is None:
        raise _no_field(i, has_exceptions=bool(machine.program.errors))
    if len(i.fields) > 1:
        machine.decisions.append(Decision("field", field.owner, i.position))
    return field


def _no_field(i: Get | Put, *, has_exceptions: bool) -> Raised | Ended:
    """Return the error for a missing field. In verified code it can only be a string with deferred contents."""
    if has_exceptions and i.fields[0].owner != STRING:
        return Ended(Unsupported(UNVERIFIED, i.position))
    return Raised(ErrorKind.NO_FIELD, f"no field '{i.name}'", i.position)


def _register_type(field: Field) -> type[int]:
    return Pointer if field.type.sort is REF else bool if field.type.sort is BOOL else int


def _misfit(field: Field, i: Put) -> None:
    type_error(f"a value for the {field.type.sort} field '{i.name}'", i.position)


class _Holders(set[str]):
    """The classes whose objects are known to have a field."""

    def __init__(self, code: Code, field: Field, i: Get | Put) -> None:
        super().__init__()
        self._code = code
        self._field = field
        self._instruction = i

    def learn(self, class_name: str) -> None:
        if not self._code.table.holders(self._field).contains(class_name):
            raise _no_field(self._instruction, has_exceptions=self._code.has_exceptions)
        self.add(class_name)


def _get_settled(code: Code, i: Get, field: Field) -> Step:
    dst, obj, name, position = i.dst, i.obj, i.name, i.position
    key, holders, is_reference = field.name, _Holders(code, field, i), field.type.sort is REF
    default = typed(default_of(field), field.type.sort)

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = registers[obj]
        if not at or type(at) is not Pointer:
            dereferenced(at, name, position)
        heap = machine.heap
        found_object = heap.objects.get(at)
        if found_object is None:
            found_object = heap.base[at]
        if found_object.class_name not in holders:
            holders.learn(found_object.class_name)
        value = found_object.fields.get(key, default)
        if is_reference and type(value) is not Pointer:
            value = Pointer(value)
        registers[dst] = value

    return step


def _put_settled(code: Code, i: Put, field: Field) -> Step:
    obj, src, name, position = i.obj, i.src, i.name, i.position
    key, holders, fitting = field.name, _Holders(code, field, i), _register_type(field)

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = registers[obj]
        if not at or type(at) is not Pointer:
            dereferenced(at, name, position)
        heap = machine.heap
        found_object = heap.objects.get(at)
        if found_object is None:
            found_object = heap.own(at)
        if found_object.class_name not in holders:
            holders.learn(found_object.class_name)
        value = registers[src]
        if type(value) is not fitting:
            _misfit(field, i)
        found_object.fields[key] = value

    return step


# Classes --------------------------------------------------------------------------------------------------------------


def is_a(code: Code, i: IsA) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = reference(registers[i.obj], i.position)
        registers[i.dst] = bool(at) and machine.heap.is_instance(at, i.types)

    return step


def cast(code: Code, i: Cast) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = reference(registers[i.obj], i.position)
        if at and not machine.heap.is_instance(at, i.types):
            raise Raised(ErrorKind.CAST, f"not a {i.types}", i.position)
        registers[i.dst] = at

    return step


def class_of(code: Code, i: ClassOf) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = dereferenced(registers[i.obj], "getClass", i.position)
        registers[i.dst] = Pointer(object_number(machine.program.table.class_object(machine.heap.class_of(at))))

    return step


def null_check(code: Code, i: NullCheck) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        if not reference(registers[i.obj], i.position):
            raise Raised(ErrorKind.NULL, "null", i.position)

    return step

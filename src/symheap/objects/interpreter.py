"""The concrete interpreter of the object IR: the oracle that every symbolic machine is held to.

Where several things are wrong with one instruction, the first of this order ends the run: an operand of the wrong
kind, null, a missing field or method, a value that does not fit the field, the bound on calls.  A decision is recorded
when it is made, so before the errors behind it and before the cut.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from symheap.core.model import Plain
from symheap.core.outcome import Bound, Cut, ErrorKind, Returned, Threw
from symheap.core.source import Position
from symheap.core.terms import BOOL, NULL, REF, Sort, Value
from symheap.core.types import Field
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import Decision
from symheap.objects.ir import (
    Binary,
    Branch,
    Call,
    Cast,
    Const,
    Fail,
    Get,
    Input,
    Instruction,
    IsA,
    Jump,
    Method,
    Move,
    New,
    Operator,
    Program,
    Put,
    Reg,
    Return,
    Unary,
)


class Pointer(int):
    """A reference: the number of an object.

    It is an ``int``, so a heap can take it, and of a type of its own, so the program cannot take it for a number.
    """

    __slots__ = ()


End = Returned[Plain] | Threw | Cut


@dataclass(frozen=True, slots=True)
class Run:
    """One run: what the program decided, how it ended, and the heap at its end.

    `returned_ref` says that the returned number is that of an object.
    """

    decisions: tuple[Decision, ...]
    end: End
    heap: ConcreteHeap
    returned_ref: bool = False


def run(program: Program, heap: ConcreteHeap, *, max_calls: int, max_steps: int = 100_000) -> Run:
    """Run `program` from a copy of `heap`, whose roots are its inputs.

    The entry runs at depth 0, and a call that would go deeper than `max_calls` is cut.  `max_steps` is a net for
    programs that go on without end within that depth.  A heap that decides its values only when asked keeps doing so
    in what its `copy` returns.
    """
    machine = _Machine(program, heap.copy(), max_calls)
    end = machine.run(max_steps)
    pointer = machine.result if isinstance(end, Returned) else None
    return Run(tuple(machine.decisions), end, machine.heap, type(pointer) is Pointer)


class _Ended(Exception):
    """Unwinds the machine: the program has come to its end."""

    def __init__(self, end: End) -> None:
        self.end = end


class _Machine:
    """The state of a run.  `block[at]` is the next instruction."""

    __slots__ = ("at", "block", "decisions", "frames", "heap", "max_calls", "method", "program", "registers", "result")

    def __init__(self, program: Program, heap: ConcreteHeap, max_calls: int) -> None:
        self.program = program
        self.heap = heap
        self.max_calls = max_calls
        self.decisions: list[Decision] = []
        self.frames: list[tuple[Method, tuple[Instruction, ...], int, list[Plain], Reg]] = []
        self.result: Plain = 0
        self.enter(program.entry, [_input(program, heap, i) for i in program.arguments])

    def enter(self, method: Method, arguments: list[Plain]) -> None:
        self.method = method
        self.block = method.blocks[0]
        self.at = 0
        self.registers = arguments + [0] * (method.registers - len(arguments))

    def run(self, max_steps: int) -> End:
        functions = _FUNCTIONS
        try:
            for _ in range(max_steps):
                instruction = self.block[self.at]
                self.at += 1
                functions[type(instruction)](self, instruction)
            return Cut(Bound.DEPTH, self.block[self.at].position)
        except _Ended as ended:
            return ended.end


def _throw(error: ErrorKind, detail: str, position: Position) -> NoReturn:
    raise _Ended(Threw(error, detail, position))


def _type_error(wanted: str, position: Position) -> NoReturn:
    _throw(ErrorKind.TYPE, f"not {wanted}", position)


# Values and moves -----------------------------------------------------------------------------------------------------


def _input(program: Program, heap: ConcreteHeap, index: int) -> Plain:
    declared = program.inputs[index]
    return _typed(heap.roots[declared.name], declared.type.sort)


def _typed(value: Plain, sort: Sort) -> Plain:
    """A value of a heap as a value of a register."""
    return Pointer(value) if sort is REF else value


def _constant(value: Value) -> Plain:
    if isinstance(value, int):
        return value
    assert value is NULL, "a program has no other reference constant"
    return Pointer(0)


def _const(machine: _Machine, i: Const) -> None:
    machine.registers[i.dst] = _constant(i.value)


def _read_input(machine: _Machine, i: Input) -> None:
    machine.registers[i.dst] = _input(machine.program, machine.heap, i.index)


def _move(machine: _Machine, i: Move) -> None:
    machine.registers[i.dst] = machine.registers[i.src]


# Operators ------------------------------------------------------------------------------------------------------------


def _unary(machine: _Machine, i: Unary) -> None:
    machine.registers[i.dst] = not _boolean(machine.registers[i.a], i.position)


def _binary(machine: _Machine, i: Binary) -> None:
    registers = machine.registers
    registers[i.dst] = _OPERATORS[i.op](registers[i.a], registers[i.b], i.position)


def _boolean(value: Plain, position: Position) -> bool:
    return value if isinstance(value, bool) else _type_error("a truth value", position)


def _numbers(a: Plain, b: Plain, position: Position) -> None:
    if type(a) is not int or type(b) is not int:
        _type_error("a number", position)


def _add(a: Plain, b: Plain, position: Position) -> Plain:
    _numbers(a, b, position)
    return a + b


def _sub(a: Plain, b: Plain, position: Position) -> Plain:
    _numbers(a, b, position)
    return a - b


def _less(a: Plain, b: Plain, position: Position) -> Plain:
    _numbers(a, b, position)
    return a < b


def _equal(a: Plain, b: Plain, position: Position) -> Plain:
    return a == b if type(a) is type(b) else _type_error("values of one kind", position)


def _and(a: Plain, b: Plain, position: Position) -> Plain:
    left, right = _boolean(a, position), _boolean(b, position)
    return left and right


def _or(a: Plain, b: Plain, position: Position) -> Plain:
    left, right = _boolean(a, position), _boolean(b, position)
    return left or right


_OPERATORS: Final[dict[Operator, Callable[[Plain, Plain, Position], Plain]]] = {
    Operator.ADD: _add,
    Operator.SUB: _sub,
    Operator.LESS: _less,
    Operator.EQUAL: _equal,
    Operator.AND: _and,
    Operator.OR: _or,
}


# Objects --------------------------------------------------------------------------------------------------------------


def _reference(value: Plain, position: Position) -> Pointer:
    return value if isinstance(value, Pointer) else _type_error("a reference", position)


def _object(machine: _Machine, reg: Reg, name: str, position: Position) -> Pointer:
    """The object in a register, which is dereferenced for its member `name`."""
    reference = _reference(machine.registers[reg], position)
    if not reference:
        _throw(ErrorKind.NULL, f"null has no '{name}'", position)
    return reference


def _field(machine: _Machine, reference: Pointer, i: Get | Put) -> Field:
    heap, table = machine.heap, machine.program.table
    found = next((f for f in i.fields if heap.is_instance(reference, table.subtypes(f.owner))), None)
    if found is None:
        _throw(ErrorKind.NO_FIELD, f"no field '{i.name}'", i.position)
    if len(i.fields) > 1:
        machine.decisions.append(Decision("field", found.owner, i.position))
    return found


def _new(machine: _Machine, i: New) -> None:
    machine.registers[i.dst] = Pointer(machine.heap.new(i.class_name))


def _get(machine: _Machine, i: Get) -> None:
    reference = _object(machine, i.obj, i.name, i.position)
    field = _field(machine, reference, i)
    machine.registers[i.dst] = _typed(machine.heap.get(reference, field), field.type.sort)


def _put(machine: _Machine, i: Put) -> None:
    reference = _object(machine, i.obj, i.name, i.position)
    field = _field(machine, reference, i)
    value = machine.registers[i.src]
    sort = field.type.sort
    if type(value) is not (Pointer if sort is REF else bool if sort is BOOL else int):
        _type_error(f"a value for the {sort} field '{i.name}'", i.position)
    machine.heap.put(reference, field, int(value) if sort is REF else value)


def _is_a(machine: _Machine, i: IsA) -> None:
    reference = _reference(machine.registers[i.obj], i.position)
    machine.registers[i.dst] = bool(reference) and machine.heap.is_instance(reference, i.types)


def _cast(machine: _Machine, i: Cast) -> None:
    reference = _reference(machine.registers[i.obj], i.position)
    if reference and not machine.heap.is_instance(reference, i.types):
        _throw(ErrorKind.CAST, f"not a {i.types}", i.position)
    machine.registers[i.dst] = reference


# Control --------------------------------------------------------------------------------------------------------------


def _call(machine: _Machine, i: Call) -> None:
    """Rule: 003, Fig. 11, "Invoke (c1)" """
    reference = _object(machine, i.obj, i.method, i.position)
    providers = machine.program.table.providers(i.method)
    provider = next((name for name, types in providers if machine.heap.is_instance(reference, types)), None)
    if provider is None:
        _throw(ErrorKind.NO_METHOD, f"no method '{i.method}'", i.position)
    machine.decisions.append(Decision("call", provider, i.position))
    if len(machine.frames) >= machine.max_calls:
        raise _Ended(Cut(Bound.CALLS, i.position))
    registers = machine.registers
    machine.frames.append((machine.method, machine.block, machine.at, registers, i.dst))
    machine.enter(machine.program.methods[provider, i.method], [reference, *(registers[arg] for arg in i.args)])


def _jump(machine: _Machine, i: Jump) -> None:
    machine.block = machine.method.blocks[i.target]
    machine.at = 0


def _branch(machine: _Machine, i: Branch) -> None:
    choice = _boolean(machine.registers[i.cond], i.position)
    machine.decisions.append(Decision("branch", choice, i.position))
    machine.block = machine.method.blocks[i.then if choice else i.other]
    machine.at = 0


def _return(machine: _Machine, i: Return) -> None:
    value = machine.registers[i.src]
    if not machine.frames:
        machine.result = value
        raise _Ended(Returned(int(value) if isinstance(value, Pointer) else value))
    machine.method, machine.block, machine.at, machine.registers, dst = machine.frames.pop()
    machine.registers[dst] = value


def _fail(machine: _Machine, i: Fail) -> None:
    _throw(i.error, i.detail, i.position)


# Keyed by the type of the instruction that the function takes, which the type system cannot say.
_FUNCTIONS: Final[dict[type[Instruction], Callable[[_Machine, Any], None]]] = {
    Const: _const,
    Input: _read_input,
    Move: _move,
    Unary: _unary,
    Binary: _binary,
    New: _new,
    Get: _get,
    Put: _put,
    IsA: _is_a,
    Cast: _cast,
    Call: _call,
    Jump: _jump,
    Branch: _branch,
    Return: _return,
    Fail: _fail,
}

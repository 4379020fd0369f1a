"""Mutants of programs of the memory IR: one small mistake each, of the kinds that people make with pointers.

Law: every mutant is well-formed (`symheap.memory.check`), and differs from its program in one block of one function.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Final, TypeVar

from symheap.core.source import Position
from symheap.memory.check import check, read_expressions, target_register
from symheap.memory.expressions import Binary, Convert, Expression, Number, Operator, Register
from symheap.memory.ir import (
    Allocate,
    Assign,
    Assume,
    Block,
    Branch,
    Call,
    Command,
    Copy,
    End,
    Enter,
    Fill,
    Free,
    Function,
    Jump,
    Leave,
    Load,
    Program,
    Reallocate,
    Return,
    Store,
)

_OTHER: Final = {
    Operator.EQ: Operator.NE,
    Operator.NE: Operator.EQ,
    Operator.SLT: Operator.SLE,
    Operator.SLE: Operator.SLT,
    Operator.ULT: Operator.ULE,
    Operator.ULE: Operator.ULT,
    Operator.ADD: Operator.SUB,
    Operator.SUB: Operator.ADD,
}
_EXPRESSIONS: Final[dict[type, tuple[str, ...]]] = {
    Assign: ("value",),
    Load: ("address",),
    Store: ("address", "value"),
    Copy: ("target", "source", "count"),
    Fill: ("target", "byte", "count"),
    Allocate: ("size",),
    Reallocate: ("address", "size"),
    Free: ("address",),
    Assume: ("condition",),
    Branch: ("condition",),
    Return: ("value",),
}
"""Fields that are expressions.  Assertions are never changed."""
_SCOPES: Final = (Enter, Leave)
"""Commands that no other command is moved across, so that locals stay in scope."""
_Step = TypeVar("_Step", bound="Command | End")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant; `mistake` names the operator that made `program`, `position` is its place."""

    program: Program
    mistake: str
    position: Position

    def __str__(self) -> str:
        return f"{self.position}: {self.mistake}"


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """Parts that a mistake may take from elsewhere: registers of the function, offsets of the program."""

    registers: tuple[Register, ...]
    offsets: tuple[int, ...]


def mutants(program: Program) -> Iterator[Mutant]:
    """Yield all mutants, in the order of the program."""
    offsets = tuple(sorted(_offsets(program)))
    for function in program.functions.values():
        around = _Surroundings(_registers(function), offsets)
        for block in function.blocks.values():
            for mistake, position, new in _blocks(block, around):
                changed = _with_block(program, function, new)
                if new != block and not check(changed):
                    yield Mutant(changed, mistake, position)


def some_mutants(program: Program, count: int, random: Random) -> list[Mutant]:
    """Return `count` mutants of as many kinds as possible, or all if there are fewer."""
    kinds: dict[str, list[Mutant]] = {}
    for mutant in mutants(program):
        kinds.setdefault(mutant.mistake, []).append(mutant)
    for of_kind in kinds.values():
        random.shuffle(of_kind)
    chosen: list[Mutant] = []
    while len(chosen) < count and any(kinds.values()):
        chosen += [of_kind.pop() for of_kind in kinds.values() if of_kind]
    return chosen[:count]


def _with_block(program: Program, function: Function, block: Block) -> Program:
    changed = replace(function, blocks={**function.blocks, block.label: block})
    return replace(program, functions={**program.functions, function.name: changed})


def _registers(function: Function) -> tuple[Register, ...]:
    targets = dict.fromkeys(function.parameters)
    for block in function.blocks.values():
        for step in (*block.commands, block.end):
            target = target_register(step)
            if target is not None:
                targets[target] = None
    return tuple(targets)


def _offsets(program: Program) -> set[int]:
    """Return the small numbers that are added to something: offsets of fields, and others."""
    numbers = {0}
    for function in program.functions.values():
        for block in function.blocks.values():
            for step in (*block.commands, block.end):
                for expression in read_expressions(step):
                    numbers |= {number.value for number in _added(expression) if 0 <= number.value < 64}
    return numbers


def _added(expression: Expression) -> Iterator[Number]:
    if isinstance(expression, Binary):
        if expression.operator is Operator.ADD and isinstance(expression.right, Number):
            yield expression.right
        yield from (*_added(expression.left), *_added(expression.right))
    elif isinstance(expression, Convert):
        yield from _added(expression.operand)


# Mistakes in a block --------------------------------------------------------------------------------------------------


def _blocks(block: Block, around: _Surroundings) -> Iterator[tuple[str, Position, Block]]:
    for mistake, end in _ends(block.end, around):
        yield mistake, block.end.position, replace(block, end=end)
    for index, command in enumerate(block.commands):
        before, after = block.commands[:index], block.commands[index + 1 :]
        for mistake, new in _commands(command, around):
            yield mistake, command.position, replace(block, commands=(*before, *new, *after))
        if after and not isinstance(command, _SCOPES) and not isinstance(after[0], _SCOPES):
            swapped = (*before, after[0], command, *after[1:])
            yield "two commands exchanged", command.position, replace(block, commands=swapped)


def _ends(end: End, around: _Surroundings) -> Iterator[tuple[str, End]]:
    if isinstance(end, Branch):
        yield "a condition negated", replace(end, then=end.other, other=end.then)
        yield "a condition taken for true", Jump(end.then, end.position)
        yield "a condition taken for false", Jump(end.other, end.position)
    yield from _in_expressions(end, around)


def _commands(command: Command, around: _Surroundings) -> Iterator[tuple[str, tuple[Command, ...]]]:
    """Yield the possible replacements of a command."""
    match command:
        case Free():
            yield "a free dropped", ()
            yield "a free doubled", (command, command)
        case Assign() | Load() | Call():
            yield "an assignment dropped", ()
        case Store() | Fill() | Copy():
            yield "a write dropped", ()
        case Assume():
            yield "an assumption dropped", ()
        case Allocate(size=Number(value=value)):
            for less in {value - 1, value - 8, value // 2}:
                if less >= 0:
                    yield "an object too small", (_resized(command, less),)
        case _:
            pass
    if isinstance(command, Load):
        yield "a pointer freed after a load", (command, Free(command.target, command.position))
    for mistake, new in _in_expressions(command, around):
        yield mistake, (new,)


def _resized(command: Allocate, size: int) -> Allocate:
    return replace(command, size=Number(size, command.size.size))


# Mistakes in expressions ----------------------------------------------------------------------------------------------


def _in_expressions(step: _Step, around: _Surroundings) -> Iterator[tuple[str, _Step]]:
    """Yield the command with one mistake in one of its expressions."""
    for name in _EXPRESSIONS.get(type(step), ()):
        old = getattr(step, name)
        if old is not None:
            for mistake, new in _mistaken(old, around):
                yield mistake, _with(step, name, new)
    if isinstance(step, Call):
        for at, argument in enumerate(step.arguments):
            for mistake, new in _mistaken(argument, around):
                arguments = (*step.arguments[:at], new, *step.arguments[at + 1 :])
                yield mistake, replace(step, arguments=arguments)


def _with(step: _Step, name: str, new: Expression) -> _Step:
    parts = {each.name: getattr(step, each.name) for each in fields(step)}
    return type(step)(**{**parts, name: new})


def _mistaken(expression: Expression, around: _Surroundings) -> Iterator[tuple[str, Expression]]:
    match expression:
        case Number(value=value, size=size):
            for other in sorted({0, 1, value + 1, value - 1} - {value}):
                yield "a wrong number", Number(other, size)
        case Register(size=size):
            for register in around.registers:
                if register.size == size and register != expression:
                    yield "a wrong variable", register
        case Convert(operand=operand):
            for mistake, new in _mistaken(operand, around):
                yield mistake, replace(expression, operand=new)
        case Binary(operator=operator, left=left, right=right):
            yield from _mistaken_operands(expression, around)
            if operator in _OTHER:
                yield "a wrong operator", replace(expression, operator=_OTHER[operator])
            if operator is Operator.ADD and isinstance(right, Number):
                for offset in around.offsets:
                    if offset != right.value:
                        yield "a wrong field", Binary(operator, left, Number(offset, right.size))
        case _:
            return


def _mistaken_operands(expression: Binary, around: _Surroundings) -> Iterator[tuple[str, Expression]]:
    for mistake, new in _mistaken(expression.left, around):
        yield mistake, replace(expression, left=new)
    if not isinstance(expression.right, Number) or expression.operator is not Operator.ADD:
        for mistake, new in _mistaken(expression.right, around):
            yield mistake, replace(expression, right=new)

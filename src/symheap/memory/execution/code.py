"""Translate programs for execution: commands and expressions become Python functions, blocks are cut at calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Union

from symheap.core.source import Position
from symheap.memory.check import read_expressions
from symheap.memory.check_expressions import addresses
from symheap.memory.execution.closures import Evaluate, evaluator
from symheap.memory.execution.steps import Step, step
from symheap.memory.expressions import Register
from symheap.memory.ir import Block, Branch, Call, End, Function, Global, Halt, Jump, Program, Return


@dataclass(frozen=True, slots=True)
class JumpTo:
    label: str


@dataclass(frozen=True, slots=True)
class BranchOn:
    condition: Evaluate
    then: str
    other: str


@dataclass(frozen=True, slots=True, eq=False)
class CallOf:
    """A call, command `index` of its block; `rest` of the block follows it.  `sizes` are those of the arguments."""

    target: Register | None
    function: str | Evaluate
    arguments: tuple[Evaluate, ...]
    sizes: tuple[int, ...]
    index: int
    rest: Piece


@dataclass(frozen=True, slots=True)
class ReturnOf:
    value: Evaluate | None


@dataclass(frozen=True, slots=True)
class HaltBy:
    how: str


Transfer = Union[JumpTo, BranchOn, CallOf, ReturnOf, HaltBy]


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """`steps` to execute in order, then `transfer`; `positions` are those of the steps and of the transfer."""

    steps: tuple[Step, ...]
    transfer: Transfer
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FunctionCode:
    """The first piece of every block, with the number of steps that the block counts as."""

    function: Function
    blocks: dict[str, tuple[Piece, int]]
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class GlobalCode:
    """A global and its initial values: offset, size and function to evaluate."""

    known: Global
    pieces: tuple[tuple[int, int, Evaluate], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """A translated program; `pointed` are the functions whose address is taken."""

    program: Program
    functions: dict[str, FunctionCode]
    globals: tuple[GlobalCode, ...]
    pointed: tuple[str, ...]


def translated(program: Program) -> Code:
    functions = {name: _function(function) for name, function in program.functions.items()}
    return Code(
        program,
        functions,
        tuple(map(_global, program.globals.values())),
        tuple(sorted(_symbols(program) & program.functions.keys())),
    )


def _symbols(program: Program) -> set[str]:
    """Return the globals and functions whose address is mentioned."""
    expressions = [piece.value for known in program.globals.values() for piece in known.pieces]
    for function in program.functions.values():
        for block in function.blocks.values():
            for command in (*block.commands, block.end):
                expressions += read_expressions(command)
    return {address.symbol for expression in expressions for address in addresses(expression) if not address.local}


def _global(known: Global) -> GlobalCode:
    return GlobalCode(known, tuple((piece.offset, piece.value.size, evaluator(piece.value)) for piece in known.pieces))


def _function(function: Function) -> FunctionCode:
    blocks = {label: (_pieces(block), len(block.commands) + 1) for label, block in function.blocks.items()}
    return FunctionCode(function, blocks, tuple(parameter.size for parameter in function.parameters))


def _pieces(block: Block) -> Piece:
    """Cut the block into pieces, from its last call backwards: each piece refers to the next."""
    transfer, position, end = _end(block.end), block.end.position, len(block.commands)
    for index, call in _calls_backwards(block):
        rest = _piece(block, index + 1, end, transfer, position)
        transfer, position, end = _call(call, index, rest), call.position, index
    return _piece(block, 0, end, transfer, position)


def _calls_backwards(block: Block) -> Iterator[tuple[int, Call]]:
    for index in range(len(block.commands) - 1, -1, -1):
        command = block.commands[index]
        if isinstance(command, Call):
            yield index, command


def _piece(block: Block, start: int, end: int, transfer: Transfer, position: Position) -> Piece:
    commands = [command for command in block.commands[start:end] if not isinstance(command, Call)]
    positions = (*(command.position for command in commands), position)
    return Piece(tuple(step(command) for command in commands), transfer, positions)


def _call(call: Call, index: int, rest: Piece) -> CallOf:
    function = call.function if isinstance(call.function, str) else evaluator(call.function)
    sizes = tuple(argument.size for argument in call.arguments)
    return CallOf(call.target, function, tuple(map(evaluator, call.arguments)), sizes, index, rest)


def _end(end: End) -> Transfer:
    match end:
        case Jump(target=target):
            return JumpTo(target)
        case Branch(condition=condition, then=then, other=other):
            return BranchOn(evaluator(condition), then, other)
        case Return(value=value):
            return ReturnOf(None if value is None else evaluator(value))
        case Halt(how=how):
            return HaltBy(how)

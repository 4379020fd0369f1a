"""Check that a program of the IR is well-formed.

Every label, symbol and function that it names exists, sizes agree, a register has one size and is set on every path
before it is read, and locals are the same wherever they are entered and left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symheap.core.source import Position
from symheap.memory.check_expressions import addresses, expression_problems, registers
from symheap.memory.expressions import AddressOf, Expression, Register
from symheap.memory.ir import (
    Allocate,
    Assert,
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
    Global,
    Halt,
    Jump,
    Leave,
    Load,
    Local,
    Nondet,
    Program,
    Reallocate,
    Return,
    Store,
)


@dataclass(frozen=True, slots=True)
class Problem:
    place: str
    message: str
    position: Position

    def __str__(self) -> str:
        return f"{self.position}: {self.place}: {self.message}"


def check(program: Program) -> list[Problem]:
    """Return all problems of `program`; none if it is well-formed."""
    problems: list[Problem] = []
    if program.entry and program.entry not in program.functions:
        problems.append(Problem("program", f"no entry {program.entry}", Position("", 1, 1)))
    for name, known in program.globals.items():
        problems += [Problem(name, message, known.position) for message in _global_problems(program, known)]
    for function in program.functions.values():
        problems += _function_problems(program, function)
    return problems


def _global_problems(program: Program, known: Global) -> Iterator[str]:
    end = 0
    for piece in sorted(known.pieces, key=lambda piece: piece.offset):
        if piece.offset < end or piece.offset + piece.value.size > known.size:
            yield f"the piece at {piece.offset} overlaps another or lies outside"
        end = piece.offset + piece.value.size
        if registers(piece.value):
            yield f"the piece at {piece.offset} is not constant"
        yield from expression_problems(piece.value, program.model.pointer)
        yield from _symbol_problems(program, piece.value, {})


def _function_problems(program: Program, function: Function) -> Iterator[Problem]:
    if function.entry not in function.blocks:
        yield Problem(function.name, f"no block {function.entry}", function.position)
        return
    sizes: dict[str, int] = {parameter.name: parameter.size for parameter in function.parameters}
    locals_: dict[str, Local] = {}
    for block in function.blocks.values():
        for command in block.commands:
            if isinstance(command, (Enter, Leave)):
                for local in command.locals:
                    if locals_.setdefault(local.name, local) != local:
                        yield Problem(block.label, f"two locals {local.name}", command.position)
    for label, block in function.blocks.items():
        place = f"{function.name}, {label}"
        if label != block.label:
            yield Problem(place, f"the block is called {block.label}", block.end.position)
        for step in (*block.commands, block.end):
            for message in _step_problems(program, function, step):
                yield Problem(place, message, step.position)
            for expression in read_expressions(step):
                yield from _part_problems(program, place, step, expression, locals_, sizes)
            target = target_register(step)
            if target is not None and sizes.setdefault(target.name, target.size) != target.size:
                yield Problem(place, f"{target} has two sizes", step.position)
    for register in sorted(unset_registers(function), key=lambda register: register.name):
        yield Problem(function.name, f"{register} may be read before it is set", function.position)


def _part_problems(
    program: Program,
    place: str,
    step: Command | End,
    expression: Expression,
    locals_: Mapping[str, Local],
    sizes: dict[str, int],
) -> Iterator[Problem]:
    for message in expression_problems(expression, program.model.pointer):
        yield Problem(place, message, step.position)
    for message in _symbol_problems(program, expression, locals_):
        yield Problem(place, message, step.position)
    for register in registers(expression):
        if sizes.setdefault(register.name, register.size) != register.size:
            yield Problem(place, f"{register} has two sizes", step.position)


def _symbol_problems(program: Program, expression: Expression, locals_: Mapping[str, Local]) -> Iterator[str]:
    for address in addresses(expression):
        if not _exists(program, address, locals_):
            yield f"no {'local' if address.local else 'global'} {address.symbol}"


def _exists(program: Program, address: AddressOf, locals_: Mapping[str, Local]) -> bool:
    if address.local:
        return address.symbol in locals_
    return address.symbol in program.globals or address.symbol in program.functions


def target_register(step: Command | End) -> Register | None:
    """Return the register that a command sets, or None."""
    match step:
        case Assign(target=target) | Nondet(target=target) | Load(target=target):
            return target
        case Allocate(target=target) | Reallocate(target=target):
            return target
        case Call(target=result):
            return result
        case _:
            return None


def read_expressions(step: Command | End) -> tuple[Expression, ...]:
    """Return the expressions that a command or the end of a block evaluates."""
    match step:
        case Assign(value=value):
            return (value,)
        case Load(address=address) | Free(address=address):
            return (address,)
        case Store(address=address, value=value):
            return (address, value)
        case Copy(target=target, source=source, count=count):
            return (target, source, count)
        case Fill(target=target, byte=byte, count=count):
            return (target, count) if byte is None else (target, byte, count)
        case Allocate(size=size):
            return (size,)
        case Reallocate(address=address, size=size):
            return (address, size)
        case Leave(arrays=arrays):
            return arrays
        case Assume(condition=condition) | Assert(condition=condition) | Branch(condition=condition):
            return (condition,)
        case Call(function=function, arguments=arguments):
            return arguments if isinstance(function, str) else (function, *arguments)
        case Return(value=returned):
            return () if returned is None else (returned,)
        case _:
            return ()


def _step_problems(program: Program, function: Function, step: Command | End) -> Iterator[str]:
    pointer = program.model.pointer
    match step:
        case Assign(target=target, value=value) if target.size != value.size:
            yield f"{target} has {target.size} bytes and its value {value.size}"
        case Load(address=address) | Store(address=address) | Free(address=address) if address.size != pointer:
            yield f"the address {address} has {address.size} bytes"
        case Copy(target=to, source=source, count=count):
            if {to.size, source.size, count.size} != {pointer}:
                yield "the addresses and the count of a copy are as wide as pointers"
        case Fill(target=to, byte=byte, count=count):
            if {to.size, count.size} != {pointer} or (byte is not None and byte.size != 1):
                yield "a fill has an address, a count as wide, and a byte"
        case Allocate(target=target, size=size) if {target.size, size.size} != {pointer}:
            yield "an allocation's size and address are as wide as pointers"
        case Reallocate(target=target, address=address, size=size):
            if {target.size, address.size, size.size} != {pointer}:
                yield "an allocation's size and addresses are as wide as pointers"
        case Call():
            yield from _call_problems(program, step)
        case Return(value=value):
            if (None if value is None else value.size) != function.result:
                yield "the returned value has not the size of the function's result"
        case Jump(target=label) if label not in function.blocks:
            yield f"no block {label}"
        case Branch(then=then, other=other):
            yield from (f"no block {label}" for label in (then, other) if label not in function.blocks)
        case _:
            return


def _call_problems(program: Program, call: Call) -> Iterator[str]:
    if not isinstance(call.function, str):
        if call.function.size != program.model.pointer:
            yield "a call through what is not as wide as a pointer"
        return
    called = program.functions.get(call.function)
    if called is None:
        yield f"no function {call.function}"
        return
    given = [argument.size for argument in call.arguments]
    if given != [parameter.size for parameter in called.parameters]:
        yield f"the arguments of {call.function} have not the sizes of its parameters"
    if call.target is not None and call.target.size != called.result:
        yield f"the result of {call.function} has another size"


def unset_registers(function: Function) -> set[Register]:
    """Return the registers that some path reads before it sets them."""
    numbers: dict[Register, int] = {}
    effects = {label: _effect(block, numbers) for label, block in function.blocks.items()}
    parameters = sum(1 << numbers.setdefault(parameter, len(numbers)) for parameter in function.parameters)
    known: dict[str, int] = {function.entry: parameters}
    work, unset = deque([function.entry]), 0
    while work:
        label = work.popleft()
        read_first, set_here = effects[label]
        unset |= read_first & ~known[label]
        after = known[label] | set_here
        for following in _successors(function.blocks[label]):
            before = known.get(following)
            now = after if before is None else before & after
            if now != before and following in effects:
                known[following] = now
                work.append(following)
    return {register for register, number in numbers.items() if unset >> number & 1}


def _effect(block: Block, numbers: dict[Register, int]) -> tuple[int, int]:
    """Return the registers that a block reads before it sets them, and those that it sets, as bits of numbers."""
    read_first = set_here = 0
    for step in (*block.commands, block.end):
        for expression in read_expressions(step):
            for register in registers(expression):
                read_first |= (1 << numbers.setdefault(register, len(numbers))) & ~set_here
        target = target_register(step)
        if target is not None:
            set_here |= 1 << numbers.setdefault(target, len(numbers))
    return read_first, set_here


def _successors(block: Block) -> tuple[str, ...]:
    match block.end:
        case Jump(target=target):
            return (target,)
        case Branch(then=then, other=other):
            return (then, other)
        case Return() | Halt():
            return ()

"""Registers and locals that a function may still read; all others are killed before every abstraction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.memory import ir
from symheap.memory.expressions import COMPARISONS, AddressOf, Binary, Convert, Expression, Number, Register


def registers_of(expression: Expression) -> Iterator[str]:
    """Yield the registers that an expression reads, and, prefixed with ``&``, each local whose address it takes."""
    stack: list[Expression] = [expression]
    while stack:
        at = stack.pop()
        if isinstance(at, Register):
            yield at.name
        elif isinstance(at, AddressOf):
            if at.local:
                yield f"&{at.symbol}"
        elif isinstance(at, Binary):
            stack += (at.left, at.right)
        elif isinstance(at, Convert):
            stack.append(at.operand)


def operands(command: ir.Command | ir.End) -> tuple[Expression, ...]:
    """Return the expressions that a command or the end of a block evaluates."""
    match command:
        case ir.Assign(value=value):
            return (value,)
        case ir.Load(address=address) | ir.Free(address=address):
            return (address,)
        case ir.Store(address=address, value=value):
            return (address, value)
        case ir.Copy(target=target, source=source, count=count):
            return (target, source, count)
        case ir.Fill(target=target, byte=byte, count=count):
            return (target, count) if byte is None else (target, byte, count)
        case ir.Allocate(size=size):
            return (size,)
        case ir.Reallocate(address=address, size=size):
            return (address, size)
        case ir.Leave(arrays=arrays):
            return arrays
        case ir.Assume(condition=condition) | ir.Assert(condition=condition) | ir.Branch(condition=condition):
            return (condition,)
        case ir.Call(function=function, arguments=arguments):
            return arguments if isinstance(function, str) else (function, *arguments)
        case ir.Return(value=value):
            return () if value is None else (value,)
        case _:
            return ()


def defined(command: ir.Command) -> Register | None:
    """Return the register that a command sets, or None."""
    match command:
        case ir.Assign(target=target) | ir.Nondet(target=target) | ir.Load(target=target) | ir.Allocate(target=target):
            return target
        case ir.Reallocate(target=target):
            return target
        case ir.Call(target=Register() as target):
            return target
        case _:
            return None


def register_sizes(function: ir.Function) -> dict[str, int]:
    """Return the sizes of the registers of a function."""
    sizes = {parameter.name: parameter.size for parameter in function.parameters}
    for block in function.blocks.values():
        for command in block.commands:
            target = defined(command)
            if target is not None:
                sizes[target.name] = target.size
    return sizes


def successors(end: ir.End) -> tuple[str, ...]:
    match end:
        case ir.Jump(target=target):
            return (target,)
        case ir.Branch(then=then, other=other):
            return (then, other) if then != other else (then,)
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class Liveness:
    """The live registers of a function: on entry to each block, and after each of its commands."""

    entry: dict[str, frozenset[str]]
    after: dict[tuple[str, int], frozenset[str]]


def liveness(function: ir.Function) -> Liveness:
    """Return the registers that may be read before they are written."""
    entry: dict[str, frozenset[str]] = dict.fromkeys(function.blocks, frozenset())
    changed = True
    while changed:
        tick()
        changed = False
        for label in reversed(list(function.blocks)):
            live = _block(function.blocks[label], entry)[0]
            if live != entry[label]:
                entry[label] = live
                changed = True
    after: dict[tuple[str, int], frozenset[str]] = {}
    for label, block in function.blocks.items():
        for index, live in enumerate(_block(block, entry)[1]):
            after[label, index] = live
    return Liveness(entry, after)


def _block(block: ir.Block, entry: dict[str, frozenset[str]]) -> tuple[frozenset[str], list[frozenset[str]]]:
    """Return what is live before a block, and after each of its commands."""
    live = {name for label in successors(block.end) for name in entry[label]}
    live |= {name for expression in operands(block.end) for name in registers_of(expression)}
    after: list[frozenset[str]] = []
    for command in reversed(block.commands):
        after.append(frozenset(live))
        target = defined(command)
        live.discard("" if target is None else target.name)
        live |= {name for expression in operands(command) for name in registers_of(expression)}
    after.reverse()
    return frozenset(live), after


def back_edges(function: ir.Function) -> frozenset[tuple[str, str]]:
    """Return the edges that lead back in a depth-first walk from the entry: every cycle has one."""
    edges: set[tuple[str, str]] = set()
    on_path: set[str] = set()
    seen: set[str] = set()
    stack: list[tuple[str, bool]] = [(function.entry, False)]
    while stack:
        label, leaving = stack.pop()
        if leaving:
            on_path.discard(label)
            continue
        if label in seen:
            continue
        seen.add(label)
        on_path.add(label)
        stack.append((label, True))
        for target in successors(function.blocks[label].end):
            if target in on_path:
                edges.add((label, target))
            elif target not in seen:
                stack.append((target, False))
    return frozenset(edges)


def loops(function: ir.Function) -> dict[str, set[str]]:
    """Return the loops of a function by their heads: the blocks that reach a back edge without passing the head."""
    before: dict[str, set[str]] = {label: set() for label in function.blocks}
    for label, block in function.blocks.items():
        for target in successors(block.end):
            before[target].add(label)
    members: dict[str, set[str]] = {}
    for tail, head in back_edges(function):
        loop = members.setdefault(head, {head})
        waiting = [tail]
        while waiting:
            tick()
            label = waiting.pop()
            if label not in loop:
                loop.add(label)
                waiting += before[label]
    return members


def compared_numbers(expression: Expression) -> Iterator[int]:
    """Yield the numbers that an expression compares something with."""
    stack: list[Expression] = [expression]
    while stack:
        at = stack.pop()
        if isinstance(at, Convert):
            stack.append(at.operand)
        elif isinstance(at, Binary):
            if at.operator in COMPARISONS:
                yield from (side.value for side in (at.left, at.right) if isinstance(side, Number))
            stack += (at.left, at.right)


def rounds_known(function: ir.Function, head: str) -> int:
    """Return the largest number of rounds that the test at the head of a loop states; 0 if it states none."""
    numbers = (number for end in operands(function.blocks[head].end) for number in compared_numbers(end))
    return max((number for number in numbers if number > 0), default=0)


def globals_used(program: ir.Program) -> frozenset[str]:
    """Return the globals, strings and functions whose addresses reachable code or an initial value takes."""
    symbols: set[str] = set()
    functions: set[str] = set()
    waiting = [program.entry]
    while waiting:
        tick()
        name = waiting.pop()
        if name in functions or name not in program.functions:
            continue
        functions.add(name)
        for block in program.functions[name].blocks.values():
            for command in (*block.commands, block.end):
                if isinstance(command, ir.Call) and isinstance(command.function, str):
                    waiting.append(command.function)
                for expression in operands(command):
                    waiting += _taken(program, expression, symbols)
    return frozenset(symbols)


def _taken(program: ir.Program, expression: Expression, found: set[str]) -> list[str]:
    """Add the addresses that an expression takes to `found`; return the functions that it may lead to."""
    functions: list[str] = []
    stack: list[Expression] = [expression]
    while stack:
        at = stack.pop()
        if isinstance(at, Binary):
            stack += (at.left, at.right)
        elif isinstance(at, Convert):
            stack.append(at.operand)
        elif isinstance(at, AddressOf) and not at.local and at.symbol not in found:
            found.add(at.symbol)
            functions.append(at.symbol)
            if at.symbol in program.globals:
                stack += (piece.value for piece in program.globals[at.symbol].pieces)
    return functions

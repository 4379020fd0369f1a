"""Group exported functions that work on the same state.

State is a global that some function may change, or a *handle*: a struct, no node of a list, that one function makes (a
constructor) and others take.  A client that invented such a state could invent one that the functions never make.
Instead it calls the functions of a group in any order, beginning with the initial state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from symheap.lang.c.client.exports import Export, Library
from symheap.lang.c.client.shapes import self_links
from symheap.lang.c.front.types import Pointer, Record
from symheap.memory.check import read_expressions
from symheap.memory.expressions import AddressOf, Binary, Convert, Expression, Register
from symheap.memory.ir import Allocate, Assign, Call, Command, End, Free, Function, Lifetime, Load, Program, Reallocate

_INITIALISES: Final = re.compile(r"init|setup", re.IGNORECASE)
_FINISHES: Final = re.compile(r"fini|deinit|destroy|cleanup|teardown|free|release", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Group:
    """Functions that are called in any order, with the structs that are their handles."""

    exports: tuple[Export, ...]
    handles: tuple[Record, ...]


def handle_of(export: Export, number: int) -> Record | None:
    """Return the struct that a parameter points to, or None."""
    ctype = export.parameters[number].type
    return ctype.target if isinstance(ctype, Pointer) and isinstance(ctype.target, Record) else None


def made_by(program: Program, export: Export) -> Record | None:
    """Return the struct that a constructor makes: it returns a pointer to it and takes none; else None.

    A function that takes pointers to other structs and allocates nothing does not count: it returns an existing object.
    """
    result = export.type.result
    record = result.target if isinstance(result, Pointer) and isinstance(result.target, Record) else None
    given = [handle_of(export, number) for number in range(len(export.parameters))]
    if record in given or (any(given) and not _allocates(program, export.symbol)):
        return None
    return record


def initialised_by(export: Export) -> Record | None:
    """Return the struct that a function sets up through its first parameter, as its name suggests, or None."""
    is_finish = _FINISHES.search(export.name) is not None
    if not export.parameters or is_finish or not _INITIALISES.search(export.name):
        return None
    return handle_of(export, 0)


def is_finish(export: Export) -> bool:
    """Whether the name of a function suggests that its argument may not be used after the call."""
    return _FINISHES.search(export.name) is not None


def groups(library: Library) -> tuple[Group, ...]:
    """Group the exports that share a handle or a changing global; in the order of the source."""
    handles = _handles(library)
    changing = _changing(library.program)
    state: dict[str, set[object]] = {}
    for symbol, export in library.exports.items():
        taken = {handle_of(export, number) for number in range(len(export.parameters))} | {
            made_by(library.program, export)
        }
        used: set[object] = {record for record in taken if record in handles}
        used |= {name for name in changing if name in globals_of(library.program, symbol)}
        if used:
            state[symbol] = used
    result: list[Group] = []
    for symbols in _connected(state):
        exports = tuple(export for symbol, export in library.exports.items() if symbol in symbols)
        used = set().union(*(state[symbol] for symbol in symbols))
        result.append(Group(exports, tuple(record for record in handles if record in used)))
    return tuple(result)


def are_independent(program: Program, group: Group) -> bool:
    """Whether no function of a group takes or makes more than one handle, and none uses a global that changes.

    Then a proof with one handle holds for any number of them: a call does not touch the memory of the others.
    """
    for export in group.exports:
        places = [handle_of(export, number) for number in range(len(export.parameters))]
        concerned = [each for each in (*places, made_by(program, export)) if each in group.handles]
        if len(concerned) > 1:
            return False
    changing = _changing(program)
    return not any(changing & globals_of(program, export.symbol) for export in group.exports)


def _handles(library: Library) -> list[Record]:
    """Return the structs that some function makes or sets up and that are no nodes of lists."""
    handles: dict[Record, None] = {}
    for export in library.exports.values():
        set_up = initialised_by(export)
        made = made_by(library.program, export)
        if made is not None and not self_links(library.types, made):
            handles.setdefault(made)
        if set_up is not None and library.types.is_complete(set_up) and not self_links(library.types, set_up):
            handles.setdefault(set_up)
    return list(handles)


def _connected(state: Mapping[str, set[object]]) -> Iterator[set[str]]:
    waiting = dict(state)
    while waiting:
        symbol, used = waiting.popitem()
        symbols, used = {symbol}, set(used)
        while more := [each for each, others in waiting.items() if others & used]:
            for each in more:
                used |= waiting.pop(each)
                symbols.add(each)
        yield symbols


# What the code of functions does --------------------------------------------------------------------------------------


def _addresses(expression: Expression) -> Iterator[str]:
    stack: list[Expression] = [expression]
    while stack:
        at = stack.pop()
        if isinstance(at, AddressOf) and not at.local:
            yield at.symbol
        elif isinstance(at, Binary):
            stack += (at.left, at.right)
        elif isinstance(at, Convert):
            stack.append(at.operand)


def _changing(program: Program) -> frozenset[str]:
    """Return the globals that may change: their address has a use other than in a load, or is an initial value."""
    names = {name for each in program.globals.values() for piece in each.pieces for name in _addresses(piece.value)}
    for function in program.functions.values():
        for block in function.blocks.values():
            for command in (*block.commands, block.end):
                if not isinstance(command, Load):
                    names |= {name for part in read_expressions(command) for name in _addresses(part)}
    known = program.globals
    return frozenset(name for name in names if name in known and known[name].lifetime is Lifetime.GLOBAL)


def _reached(program: Program, symbol: str) -> Iterator[tuple[Command | End, set[str]]]:
    """Yield the commands of a function and of those it may call, each with the globals and functions that it names."""
    waiting = [symbol]
    for name in waiting:
        function = program.functions.get(name)
        for block in () if function is None else function.blocks.values():
            for command in (*block.commands, block.end):
                named = {each for part in read_expressions(command) for each in _addresses(part)}
                yield command, named
                called = named | ({command.function} if isinstance(command, Call) else set())
                waiting += [each for each in called if isinstance(each, str) and each not in waiting]


def globals_of(program: Program, symbol: str) -> frozenset[str]:
    """Return all names whose address a function, or one that it calls, takes."""
    return frozenset(name for _, named in _reached(program, symbol) for name in named)


def _allocates(program: Program, symbol: str) -> bool:
    return any(isinstance(command, (Allocate, Reallocate)) for command, _ in _reached(program, symbol))


def frees(program: Program, symbol: str, number: int) -> bool:
    """Whether a function, or one that it calls, may free its parameter `number`."""
    seen: set[tuple[str, int]] = set()
    waiting = [(symbol, number)]
    while waiting:
        at = waiting.pop()
        function = program.functions.get(at[0])
        if at in seen or function is None or at[1] >= len(function.parameters):
            continue
        seen.add(at)
        same = _copies(function, function.parameters[at[1]])
        for command in (command for block in function.blocks.values() for command in block.commands):
            if isinstance(command, (Free, Reallocate)) and command.address in same:
                return True
            if isinstance(command, Call) and isinstance(command.function, str):
                waiting += [(command.function, index) for index, each in enumerate(command.arguments) if each in same]
    return False


def _copies(function: Function, parameter: Register) -> set[Expression]:
    """Return the registers that assignments may set to the value of `parameter`."""
    same: set[Expression] = {parameter}
    moves = [
        (command.value, command.target)
        for block in function.blocks.values()
        for command in block.commands
        if isinstance(command, Assign)
    ]
    while more := [target for value, target in moves if value in same and target not in same]:
        same.update(more)
    return same

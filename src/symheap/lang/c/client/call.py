"""The end of a client: the call itself, and the code that keeps the client's values alive after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from symheap.core.source import Position
from symheap.lang.c.client.build import Builder
from symheap.lang.c.client.exports import Export, Library
from symheap.lang.c.front.types import Record, Void
from symheap.memory.expressions import Expression, Number
from symheap.memory.ir import Call, Function, Program

CLIENT: Final = "client"


def call(library: Library, build: Builder, export: Export, arguments: Sequence[Expression]) -> list[Expression]:
    """Emit the call and return its result, if it has one; for a record, the address of the result."""
    result = export.type.result
    if isinstance(result, Record):
        where = build.allocate(library.types.size(result))
        build.emit(Call(None, export.symbol, (where, *arguments), build.position))
        return [where]
    target = None if isinstance(result, Void) else build.fresh(library.types.size(result))
    build.emit(Call(target, export.symbol, tuple(arguments), build.position))
    return [] if target is None else [target]


def keep(build: Builder, values: Iterable[Expression]) -> None:
    """Keep the values reachable up to this place."""
    keeper = build.fresh()
    for value in values:
        if value.size == build.pointer:
            build.set(keeper, value)


def hold(build: Builder, values: Sequence[Expression]) -> None:
    """Loop forever and keep all values reachable, so that only memory which the functions themselves lost is a leak."""
    build.forever(lambda: keep(build, (*values, Number(0, build.pointer))))


def with_client(
    program: Program, build: Builder, position: Position, assumptions: Sequence[str], bounds: Sequence[str]
) -> Program:
    """Return the program with the code of a client as its entry; the client calls the function at `position`."""
    name = CLIENT
    while name in program.functions or name in program.globals:
        name += "_"
    emitter = build.emitter
    client = Function(name, (), None, emitter.entry, emitter.finish(), position, build.names)
    return replace(
        program,
        functions={**program.functions, name: client},
        entry=name,
        assumptions=(*program.assumptions, *assumptions),
        bounds=tuple(bounds),
    )

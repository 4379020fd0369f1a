"""Programs without a ``main``: most general clients of what they export.

A client calls one exported function, on inputs of the declared types, and then holds what it has for ever.  The verdict
on a library is the conjunction of those on its clients.

Law: every call of the function on inputs that satisfy the client's assumptions is part of some run of the client.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from symheap.core.source import SourceError
from symheap.lang.c.client_build import Builder
from symheap.lang.c.client_exports import Export, Library
from symheap.lang.c.client_inputs import Inputs
from symheap.lang.c.client_pre import Precondition
from symheap.lang.c.emitter import Emitter
from symheap.lang.c.entry import load_library
from symheap.lang.c.options import COptions
from symheap.lang.c.types import Record, Void
from symheap.memory.expressions import Expression, Number
from symheap.memory.ir import Call, Function, Program

CLIENT: Final = "client"


@dataclass(frozen=True, slots=True)
class Client:
    """`program` starts with the client, which calls `functions`; `assumptions` are those that the client makes.

    If no run gets to any of `functions`, the assumptions contradict each other, and nothing is proved.
    """

    name: str
    functions: tuple[str, ...]
    program: Program
    assumptions: tuple[str, ...] = ()


def subjects(paths: Sequence[Path], options: COptions, pre: Sequence[Precondition] = ()) -> tuple[Client, ...]:
    """What is to be proved of C files: the program from its ``main`` on, or else its clients.

    With an entry in `options` that is not ``main``, the client of that function only.
    """
    return clients(load_library(paths, options), pre)


def clients(library: Library, pre: Sequence[Precondition] = ()) -> tuple[Client, ...]:
    program = library.program
    given = _by_function(library, pre)
    if program.entry == "main" or (program.entry and program.entry not in library.exports):
        return (Client("main", (program.entry,), program),)
    wanted = [library.exports[program.entry]] if program.entry else list(library.exports.values())
    return tuple(_separate(library, export, given.get(export.name)) for export in wanted)


def _by_function(library: Library, pre: Sequence[Precondition]) -> dict[str, Precondition]:
    names = {export.name for export in library.exports.values()}
    for precondition in pre:
        if precondition.function not in names:
            raise SourceError(f"there is no exported function {precondition.function}", precondition.position)
    return {precondition.function: precondition for precondition in pre}


def _separate(library: Library, export: Export, given: Precondition | None) -> Client:
    """One call, on fresh inputs."""
    emitter = Emitter()
    build = Builder(emitter, library.types.model.pointer, export.position)
    inputs = Inputs(library, build, export, given)
    arguments = inputs.arguments()
    held = [*arguments, *call(library, build, export, arguments)]
    hold(build, held)
    assumptions = tuple(inputs.assumptions)
    return Client(export.name, (export.symbol,), with_client(library.program, build, assumptions), assumptions)


def call(library: Library, build: Builder, export: Export, arguments: Sequence[Expression]) -> list[Expression]:
    """The call, and the values that it gives."""
    result = export.type.result
    if isinstance(result, Record):
        where = build.allocate(library.types.size(result))
        build.emit(Call(None, export.symbol, (where, *arguments), build.position))
        return [where]
    target = None if isinstance(result, Void) else build.fresh(library.types.size(result))
    build.emit(Call(target, export.symbol, tuple(arguments), build.position))
    return [] if target is None else [target]


def hold(build: Builder, values: Sequence[Expression]) -> None:
    """Nothing more happens, and no value is forgotten: what is lost is what the functions lost."""
    kept = [value for value in values if value.size == build.pointer] or [Number(0, build.pointer)]
    keeper = build.fresh()

    def keep() -> None:
        for value in kept:
            build.set(keeper, value)

    build.forever(keep)


def with_client(program: Program, build: Builder, assumptions: Sequence[str]) -> Program:
    """The program, starting with the code of `build`."""
    emitter = build.emitter
    client = Function(CLIENT, (), None, emitter.entry, emitter.finish(), build.position)
    name = CLIENT
    while name in program.functions:
        name += "_"
    return replace(
        program,
        functions={**program.functions, name: replace(client, name=name)},
        entry=name,
        assumptions=(*program.assumptions, *assumptions),
    )


__all__ = ["Client", "clients", "subjects"]

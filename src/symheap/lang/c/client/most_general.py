"""Programs without a ``main``: most general clients of their exported functions.

A client calls one exported function on inputs of the declared types, and then keeps all its values forever; functions
that share state are called by one client, in any order.  The verdict on a library is the conjunction of those on its
clients.

Law: every call of a function on inputs that satisfy the client's assumptions is part of some run of the client.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from symheap.core.source import SourceError
from symheap.lang.c.client.arguments import Arguments
from symheap.lang.c.client.build import Builder
from symheap.lang.c.client.call import call, hold, with_client
from symheap.lang.c.client.exports import Export, Library
from symheap.lang.c.client.groups import Group, globals_of, groups
from symheap.lang.c.client.pre import Precondition
from symheap.lang.c.client.sequence import OWN, Caller
from symheap.lang.c.entry import load_library
from symheap.lang.c.lower.emitter import Emitter
from symheap.lang.c.options import COptions
from symheap.memory.ir import Lifetime, Program

__all__ = ["OWN", "Client", "clients", "subjects"]


@dataclass(frozen=True, slots=True)
class Client:
    """A most general client: `program` starts with the client, which calls `functions` under its `assumptions`.

    If no run reaches one of `functions`, that function has no input, and nothing is proved about it.  Memory lost at a
    place in file `OWN` was dropped by the client and is no leak.
    """

    name: str
    functions: tuple[str, ...]
    program: Program
    assumptions: tuple[str, ...] = ()


def subjects(paths: Sequence[Path], options: COptions, pre: Sequence[Precondition] = ()) -> tuple[Client, ...]:
    """Return the programs to prove: the one with a ``main``, or else the clients of the exports.

    If `options` names an entry other than ``main``, return only the client of that function.
    """
    return clients(load_library(paths, options), pre)


def clients(library: Library, pre: Sequence[Precondition] = ()) -> tuple[Client, ...]:
    """Return the clients of a library, in the order of the source.

    A function with a precondition, or one chosen as the entry, gets a client of its own.
    """
    program = library.program
    given = _by_function(library, pre)
    if program.entry == "main" or (program.entry and program.entry not in library.exports):
        if pre:
            raise SourceError("preconditions are for a program without a main, or with --entry", pre[0].position)
        return (Client("main", (program.entry,), program),)
    if program.entry:
        export = library.exports[program.entry]
        return (_separate(library, export, given.get(export.name)),)
    free = {symbol: export for symbol, export in library.exports.items() if export.name not in given}
    together = {group.exports[0].symbol: group for group in groups(replace(library, exports=free))}
    grouped = {export.symbol for group in together.values() for export in group.exports}
    result: list[Client] = []
    for symbol, export in library.exports.items():
        if symbol in together:
            result.append(_sequence(library, together[symbol], _left_out(library, together[symbol], given)))
        elif symbol not in grouped:
            result.append(_separate(library, export, given.get(export.name)))
    return tuple(result)


def _by_function(library: Library, pre: Sequence[Precondition]) -> dict[str, Precondition]:
    names = {export.name for export in library.exports.values()}
    for precondition in pre:
        if precondition.function not in (library.defined if library.program.entry else names):
            raise SourceError(f"there is no exported function {precondition.function}", precondition.position)
    return {precondition.function: precondition for precondition in pre}


def _separate(library: Library, export: Export, given: Precondition | None) -> Client:
    """Return the client that calls one function once, on fresh inputs."""
    build = Builder(Emitter(), library.types.model.pointer, export.position)
    arguments = Arguments(library, build, export, given)
    hold(build, [*arguments.values, *arguments.held, *call(library, build, export, arguments.values)])
    assumptions = (*arguments.assumptions, *_about_globals(library, (export,)))
    program = with_client(library.program, build, export.position, assumptions, arguments.bounds)
    return Client(export.name, (export.symbol,), program, assumptions)


def _left_out(library: Library, group: Group, given: Mapping[str, Precondition]) -> list[str]:
    """Return the functions that would belong to a group if they had no precondition."""
    wider = [each for each in groups(library) if set(each.exports) >= set(group.exports)]
    return [export.name for each in wider for export in each.exports if export.name in given]


def _sequence(library: Library, group: Group, left_out: Sequence[str]) -> Client:
    """Return the client that calls the functions of a group any number of times, in any order."""
    caller = Caller(library, group)
    caller.run()
    others = [f"{name}, which has a precondition, is not among the calls" for name in left_out]
    assumptions = (*caller.assumptions, *others, *_about_globals(library, group.exports))
    program = with_client(library.program, caller.own, group.exports[0].position, assumptions, (*caller.bounds,))
    names = ", ".join(export.name for export in group.exports)
    symbols = tuple(export.symbol for export in group.exports)
    return Client(f"calls of {names}", symbols, program, assumptions)


def _about_globals(library: Library, exports: Sequence[Export]) -> tuple[str, ...]:
    """Return the assumption about the globals that the functions use, if they use any."""
    known = library.program.globals
    used = {name for export in exports for name in globals_of(library.program, export.symbol) if name in known}
    is_used = any(known[name].lifetime is Lifetime.GLOBAL and not known[name].extern for name in used)
    return ("globals are as they were initialised, and only these files change them",) if is_used else ()

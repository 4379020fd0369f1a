"""Start states of a search: at the entry of a program, or at a point in the middle of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import immutables

from symheap.bmc.execution.contents import Contents, Word, written
from symheap.bmc.execution.layout import facts
from symheap.bmc.execution.state import PendingCall, SearchState, Visit, recognised
from symheap.bmc.execution.values import Evaluation
from symheap.core.terms import Value
from symheap.memory.execution.code import translated
from symheap.memory.ir import Lifetime, Program
from symheap.separation.proof.transition import Point


def entry_state(program: Program) -> SearchState:
    """Return the interpreter's initial state: globals, functions whose address is taken, the entry's parameters.

    The objects are created in the order in which the interpreter asks for their places.
    """
    entry = program.functions[program.entry]
    state = SearchState(program.model.pointer, (PendingCall(entry.name, entry.entry, 0, immutables.Map()),))
    for known in program.globals.values():
        state, thing = state.created(known.size, known.lifetime, known.name, not known.extern, known.alignment)
        state = replace(state, globals=state.globals.set(known.name, thing.number))
    for name in translated(program).pointed:
        state, thing = state.created(0, Lifetime.FUNCTION, name, alignment=1)
        state = replace(state, globals=state.globals.set(name, thing.number))
    for known in program.globals.values():
        thing = state.objects[state.globals[known.name]]
        contents = thing.contents
        for piece in known.pieces:
            contents = written(contents, piece.offset, piece.value.size, Evaluation(state).word(piece.value))
        state = state.with_object(replace(thing, contents=contents))
    registers: dict[str, Word] = {}
    for parameter in entry.parameters:
        state, value = state.fresh_value(parameter.size)
        registers[parameter.name] = Word(value)
    frame = PendingCall(entry.name, entry.entry, 0, immutables.Map(registers))
    return replace(state, frames=(frame,), trail=Visit(entry.name, entry.entry))


@dataclass(frozen=True, slots=True)
class Given:
    """An object that exists when a search begins in the middle.

    `cells` maps offsets to sizes and values; other bytes are zero if `zero`, else unknown.  `name` is that of a global,
    a function, or a local: then `depth` is the number of its call, counted from 0 for the outermost known one.  An
    object with the lifetime ENDED was freed.
    """

    base: Value
    size: Value
    cells: Mapping[int, tuple[int, Value]] = field(default_factory=dict)
    lifetime: Lifetime = Lifetime.HEAP
    zero: bool = False
    name: str = ""
    depth: int | None = None


def state_at(
    program: Program,
    point: Point,
    registers: Sequence[Mapping[str, Value]],
    objects: Sequence[Given],
    condition: Value = True,
) -> SearchState:
    """Return the states at `point` that satisfy `condition`, with registers for each call and objects.

    The calls, outermost first, are those of `point` from the last summarised one on: the caller of a summarised
    function is unknown, and a search that begins in one ends where it returns.  Values may be terms over any symbols.
    A value of the form ``base`` or ``base + number`` is an address that came from that object; any other belongs to the
    object that is there.  The interpreter's requirements of objects (alignment, no overlap) are assumed along with
    `condition`.

    Law: `registers` has one entry for each call, and each names all registers that are read before they are set.
    """
    summarised = max((number for number, site in enumerate(point.stack) if site.index < 0), default=-1)
    sites = [(site.function, site.label, site.index) for site in point.stack[summarised + 1 :]]
    sites.append((point.function, point.label, point.index))
    state = SearchState(program.model.pointer, (), is_open=summarised >= 0)
    owned: list[dict[str, int]] = [{} for _ in sites]
    for given in objects:
        state = _with_given(program, state, given, owned)
    frames = tuple(
        PendingCall(*site, immutables.Map({name: recognised(value, state.bases) for name, value in held.items()}), mine)
        for site, held, mine in zip(sites, registers, map(_map, owned), strict=True)
    )
    state = _with_cells(replace(state, frames=frames, trail=Visit(point.function, point.label)), objects)
    for thing in tuple(state.objects.values()):
        path = state.path.assume(facts(state, thing), None, is_fact=True)
        state = replace(state, path=path, placed=state.placed | {thing.number})
    return replace(state, path=state.path.assume(condition, None))


def _map(owned: dict[str, int]) -> immutables.Map[str, int]:
    return immutables.Map(owned)


def _with_given(program: Program, state: SearchState, given: Given, owned: Sequence[dict[str, int]]) -> SearchState:
    ended = given.lifetime is Lifetime.ENDED
    lifetime = Lifetime.HEAP if ended else given.lifetime
    alignment = 0 if lifetime is Lifetime.HEAP else 1
    if given.name in program.globals and not lifetime.is_local:
        alignment = program.globals[given.name].alignment
    state, thing = state.created(given.size, lifetime, given.name, given.zero, alignment, given.base)
    if given.depth is not None:
        owned[given.depth][given.name] = thing.number
    elif given.name:
        state = replace(state, globals=state.globals.set(given.name, thing.number))
    return state.ended(thing.number) if ended else state


def _with_cells(state: SearchState, objects: Sequence[Given]) -> SearchState:
    """Set the contents of all objects, which exist already, so that addresses among the values are recognised."""
    for number, given in enumerate(objects):
        contents = Contents((), given.zero)
        for offset, (size, value) in given.cells.items():
            contents = written(contents, offset, size, recognised(value, state.bases))
        state = state.with_object(replace(state.objects[number], contents=contents))
    return state

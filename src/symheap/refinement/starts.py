"""Start states for the search of `symheap.bmc`: an unfolded heap at a point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from symheap.bmc.execution.start import Given, state_at
from symheap.bmc.execution.state import SearchState
from symheap.core.terms import Op, Value, conjunction, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.memory.execution.space import LOWEST
from symheap.memory.ir import Program
from symheap.refinement.modified import known_locals
from symheap.separation.heaps.formula import Object, SymbolicHeap
from symheap.separation.proof.transition import Point

_HIGHEST: Final = 1 << 30


def start_of(program: Program, point: Point, heap: SymbolicHeap) -> SearchState:
    """Return a state for the models of a heap without segments, at `point`."""
    first = max((number for number, site in enumerate(point.stack) if site.index < 0), default=-1) + 1
    depths = range(first, point.depth + 1)
    registers: list[dict[str, Value]] = []
    owners: dict[Value, int] = {}
    for number, depth in enumerate(depths):
        prefix = f"{depth}:"
        mine = {name[len(prefix) :]: value for name, value in heap.roots.items() if name.startswith(prefix)}
        registers.append({name: value for name, value in mine.items() if not name.startswith("&")})
        owners.update({value: number for name, value in mine.items() if name.startswith("&")})
    objects = [_given(atom, owners) for atom in heap.atoms if isinstance(atom, Object)]
    condition = conjunction([*heap.pure, *_aligned(program, point, heap), *_low(heap)])
    return state_at(program, point, registers, objects, condition)


def _aligned(program: Program, point: Point, heap: SymbolicHeap) -> Iterator[Value]:
    """Yield the conditions that locals are aligned as their functions demand."""
    functions = {*(site.function for site in point.stack), point.function}
    known = [known_locals(program.functions[name]) for name in sorted(functions)]
    for thing in heap.atoms:
        if isinstance(thing, Object) and thing.lifetime.is_local:
            alignment = max((each[thing.name].alignment for each in known if thing.name in each), default=1)
            yield eq(bitvector(Op.BVAND, thing.base.sort.width, thing.base, alignment - 1), 0)


def _low(heap: SymbolicHeap) -> Iterator[Value]:
    """Yield the conditions that objects are where those of small programs are: not too low and not too high."""
    for thing in heap.atoms:
        if isinstance(thing, Object):
            width = thing.base.sort.width
            yield not_(bitvector(Op.BVULT, width, thing.base, LOWEST))
            yield bitvector(Op.BVULT, width, thing.base, _HIGHEST)


def _given(thing: Object, owners: dict[Value, int]) -> Given:
    cells = {offset: (cell.size, cell.value) for offset, cell in thing.cells.items()}
    depth = owners.get(thing.base) if thing.lifetime.is_local else None
    return Given(thing.base, thing.size, cells, thing.lifetime, thing.zero, thing.name, depth)

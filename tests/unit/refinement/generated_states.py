"""Programs that generate the models of a formula and then end: for the laws of generating code and of unfolding."""

from __future__ import annotations

from random import Random

import immutables

from symheap.core.source import Position
from symheap.memory.execution.space import AddressSpace
from symheap.memory.expressions import Binary, Number, Operator, Register
from symheap.memory.ir import Assert, Assign, Block, DataModel, Function, Jump, Program, Return
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.proof.transition import Point

HERE = Position("generated.c", 1, 1)
THERE = Position("generated.c", 2, 1)
END = Point((), "main", "end")
_X, _Y = Register("x", 8), Register("y", 8)


def program(asserted: bool = False) -> Program:
    """Return ``x = 0; y = 0; end: return x == y``, with a failing assertion before the return if `asserted`."""
    fails = (Assert(Number(0, 4), "never", THERE),) if asserted else ()
    blocks = {
        "entry": Block("entry", (Assign(_X, Number(0, 8), HERE), Assign(_Y, Number(0, 8), HERE)), Jump("end", HERE)),
        "end": Block("end", fails, Return(Binary(Operator.EQ, _X, _Y), HERE)),
    }
    return Program(DataModel.LP64, {"main": Function("main", (), 4, "entry", blocks, HERE)}, {}, "main")


def in_main(heap: SymbolicHeap) -> SymbolicHeap:
    """Return a heap over roots x and y as one over the function's registers."""
    return SymbolicHeap(
        immutables.Map({f"0:{name}": value for name, value in heap.roots.items()}),
        heap.atoms,
        heap.pure,
        heap.next_symbol,
    )


class SmallWorld:
    """An oracle with a few addresses only, so that guesses are often right."""

    def __init__(self, seed: int, entry: int = 0) -> None:
        self._random = Random(seed)
        self._places = [0x10000 + 0x100 * number for number in range(4)]
        self._entry = entry

    def value(self, size: int) -> int:
        if size == 4:
            return self._random.choice((0, 1, 1, 2))
        return self._random.choice((0, *self._places, *(place + self._entry for place in self._places)))

    def contents(self, count: int) -> bytes:
        return bytes(count)

    def fails(self) -> bool:
        return False

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        free = [place for place in self._places if space.is_free(place, size)]
        return self._random.choice(free) if free else 0x20000 + 0x1000 * self._random.randrange(100_000)

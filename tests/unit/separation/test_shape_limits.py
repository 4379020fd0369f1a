"""The time limit applies everywhere, and tables of any length are started at once."""

from __future__ import annotations

from itertools import count

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.ir import Program
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.cells import read
from symheap.separation.heaps.formula import Object
from symheap.separation.heaps.start import initial_heap
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.transition import Gap
from symheap.separation.proof.verdict import Word, judged
from symheap.solver.chain import default_chain


def program(text: str) -> Program:
    return load_text(text, "x.c", COptions())


def test_the_clock_is_looked_at_inside_of_a_block() -> None:
    stores = "".join(f"a[{index}] = {index}; " for index in range(40))
    read_in = program(f"int a[40]; int main(void) {{ {stores} return a[3]; }}")
    logic = Logic(default_chain(timeout_ms=2_000)[0])
    ticks = count()
    abstraction = Abstraction(logic, read_in.model.pointer)
    system = Analysis(read_in, logic, abstraction, AnalysisLimits(seconds=20), clock=lambda: float(next(ticks))).run()
    assert system.gaps == [Gap("timeout", None)]
    assert judged(system).word is Word.UNKNOWN
    assert len(system.vertices) == 1


def test_a_global_begins_with_its_initial_value() -> None:
    heap = initial_heap(program("int a[4] = {7, 0, [3] = -1}; int main(void) { return a[0]; }"))
    (table,) = (atom for atom in heap.atoms if isinstance(atom, Object) and atom.name == "a")
    assert [read(table, 4 * index, 4) for index in range(4)] == [7, 0, 0, -1]


def test_bit_fields_of_a_global_share_their_bytes() -> None:
    text = "struct { unsigned a : 4, b : 12; int c; } s = {1, 2, 3}; int main(void) { return s.a + s.b; }"
    (thing,) = (atom for atom in initial_heap(program(text)).atoms if isinstance(atom, Object) and atom.name == "s")
    assert read(thing, 0, 2) == 0x21
    assert read(thing, 4, 4) == 3

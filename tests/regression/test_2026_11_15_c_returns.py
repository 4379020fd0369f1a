"""2026-11-15: a returned value that takes the address of a local was evaluated after the local had died."""

from __future__ import annotations

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.shape.analysis import Analysis
from symheap.shape.fold import Abstraction
from symheap.shape.logic import Logic
from symheap.shape.verdict import Word, judged
from symheap.solver.chain import default_chain

DISTANCE = "int main(void) { int a[3]; int *p = &a[1]; return (int)(p - a); }"


def test_a_distance_within_a_local_array_is_returned() -> None:
    program = load_text(DISTANCE, "distance.c", COptions())
    logic = Logic(default_chain()[0])
    system = Analysis(program, logic, Abstraction(logic, program.model.pointer)).run()
    assert judged(system).word is Word.SAFE

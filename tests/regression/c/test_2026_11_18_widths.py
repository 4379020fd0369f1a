"""2026-11-18: two numbers of different widths shared one symbol, and programs that crash were proved safe."""

from __future__ import annotations

import pytest

from symheap.core.origin import Origin
from symheap.core.signatures import SortMismatch
from symheap.core.sorts import BOOL, BV8, BV32
from symheap.core.substitution import substituted
from symheap.core.terms import Op, Term, eq, ite, symbol
from symheap.core.theories.bitvectors import bitvector, extend
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import Cell
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.verdict import Word, judged
from symheap.solver.chain import default_chain

NARROW, WIDE = symbol(Origin.root("narrow"), BV8), symbol(Origin.root("wide"), BV32)

HEAD = """
void *malloc(unsigned long); void free(void *); int nondet(void);
struct pair { unsigned char c; int k; };
static int *null = 0;
static void count(unsigned char c, int k, int n) {
  if (k >= n) { if (k > 300) *null = 1; return; }
  count(c + 1, k + 1, n);
}
static int reached(unsigned char c, int k, int n) { return k >= n ? k : reached(c + 1, k + 1, n); }
"""

CRASHING = {
    "locals": "unsigned char c = 0; int k, n = nondet(), *p = 0; for (k = 0; k < n; k++) c++; if (k > 300) *p = 1;",
    "a short and a long": """
        short s = 0; long k; int n = nondet();
        for (k = 0; k < n; k++) s++; if (k > 40000) *null = 1;""",
    "unequal": "unsigned char c = 0; int k = 0; while (nondet()) { c++; k++; } if (c != k) *null = 1;",
    "members of a local": """
        struct pair s = {0, 0}; int n = nondet();
        for (; s.k < n; s.k++) s.c++; if (s.k > 300) *null = 1;""",
    "members of a heap object": """
        struct pair *s = malloc(sizeof *s); int n = nondet(); if (!s) return 0; s->c = 0; s->k = 0;
        for (; s->k < n; s->k++) s->c++; if (s->k > 300) *null = 1; free(s);""",
    "elements": """
        unsigned char c[2] = {0, 0}; int k[2] = {0, 0};
        while (nondet()) { c[1]++; k[0]++; } if (k[0] > 300) *null = 1;""",
    "parameters of a recursion": "count(0, 0, nondet());",
    "the result of a recursion": "if (reached(0, 0, nondet()) > 300) *null = 1;",
}


@pytest.mark.parametrize("name", CRASHING)
def test_a_program_that_crashes_after_a_narrow_counter_wrapped_is_not_proved(name: str) -> None:
    program = load_text(HEAD + f"int main(void) {{ {CRASHING[name]} return 0; }}", "widths.c", COptions())
    solver, _ = default_chain()
    logic = Logic(solver)
    system = Analysis(program, logic, Abstraction(logic, program.model.pointer), AnalysisLimits(seconds=60)).run()
    assert judged(system).word is not Word.SAFE


def test_terms_of_different_sorts_are_not_combined() -> None:
    flag = symbol(Origin.root("flag"), BOOL)
    with pytest.raises(SortMismatch):
        eq(NARROW, WIDE)
    with pytest.raises(SortMismatch):
        eq(extend(NARROW, 8, 16, signed=False), WIDE)
    with pytest.raises(SortMismatch):
        bitvector(Op.BVADD, 32, NARROW, WIDE)
    with pytest.raises(SortMismatch):
        bitvector(Op.BVULT, 8, NARROW, WIDE)
    with pytest.raises(SortMismatch):
        extend(WIDE, 8, 64, signed=True)
    with pytest.raises(SortMismatch):
        ite(flag, NARROW, WIDE)
    with pytest.raises(SortMismatch):
        substituted(bitvector(Op.BVADD, 8, NARROW, 1), {NARROW: WIDE})


def test_a_cell_holds_as_many_bytes_as_its_value_has() -> None:
    assert isinstance(Cell(4, WIDE).value, Term)
    with pytest.raises(SortMismatch):
        Cell(4, NARROW)

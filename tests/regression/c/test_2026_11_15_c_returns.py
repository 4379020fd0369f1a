"""2026-11-15: a returned value that takes the address of a local was evaluated after the local had died.

And a copy of more bytes than are copied cell by cell was taken for one of an unknown length.
"""

from __future__ import annotations

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis
from symheap.separation.proof.verdict import Word, judged
from symheap.solver.chain import default_chain

DISTANCE = "int main(void) { int a[3]; int *p = &a[1]; return (int)(p - a); }"


COPY = """
typedef unsigned long size_t;
void *malloc(size_t size);
void free(void *address);
void *memcpy(void *target, const void *source, size_t count);
int main(void) { char *a = malloc(5000), *b = malloc(5000); memcpy(b, a, %d); free(a); free(b); return 0; }
"""


def word(text: str) -> Word:
    program = load_text(text, "program.c", COptions())
    logic = Logic(default_chain()[0])
    system = Analysis(program, logic, Abstraction(logic, program.model.pointer)).run()
    return judged(system).word


def test_a_distance_within_a_local_array_is_returned() -> None:
    assert word(DISTANCE) is Word.SAFE


def test_a_long_copy_is_one_of_a_known_length() -> None:
    assert word(COPY % 5000) is Word.SAFE
    assert word(COPY % 5001) is Word.UNKNOWN

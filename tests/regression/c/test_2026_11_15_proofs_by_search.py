"""2026-11-15: a search in a slice for one error was taken for a proof of the whole program.

The analysis does not continue behind an error that it cannot exclude, so the code behind a false one was never
analysed.  A search that follows every execution to that place proves nothing about it, and neither does leaving such
errors out.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import Goal, NoneFound
from symheap.bmc.limits import SearchLimits
from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.ir import Program
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.abstraction.precision import COARSE
from symheap.separation.proof.verdict import Word

SOURCE = """#include <assert.h>
#include <stdlib.h>
struct item { int *data; struct item *next; };
int nondet(void);
int main(void) {
    struct item *head = malloc(sizeof *head), *item;
    head->data = malloc(4);
    head->next = 0;
    for (int i = 0; i < 3; i++) {
        item = malloc(sizeof *item);
        item->data = malloc(sizeof(int));
        item->next = head;
        head = item;
    }
    *head->data = 1;
    if (nondet() == 123456789)
        assert(0);
    return 0;
}
"""
MEMORY = frozenset(MemoryErrorKind) - {MemoryErrorKind.ASSERTION}


@pytest.fixture
def program(tmp_path: Path) -> Program:
    (tmp_path / "x.c").write_text(SOURCE)
    return load((tmp_path / "x.c",), COptions())


def test_what_is_behind_a_false_error_is_searched_too(program: Program) -> None:
    decision = decide(program, Settings(seconds=20.0, rounds=0, precision=COARSE), tools=Tools(clock=time.process_time))
    assert (decision.word, decision.reason) == (Word.UNSAFE, "assertion")


def _near(program: Program, goals: object, blocks: object, limits: SearchLimits) -> NoneFound:
    """A search that gives up."""
    return NoneFound("time", 0)


def test_errors_that_are_left_out_leave_no_proof(program: Program) -> None:
    settings = Settings(seconds=20.0, rounds=0, precision=COARSE, ignored=MEMORY)
    decision = decide(program, settings, tools=Tools(feasible=_near))
    assert decision.word is Word.UNKNOWN


def test_a_search_that_gets_nowhere_near_proves_nothing(program: Program) -> None:
    """Behaves like the search in the slice: exhausted for its goal, without covering the rest."""

    def searched(each: Program, goals: Sequence[Goal], blocks: object, limits: SearchLimits) -> NoneFound:
        return NoneFound("exhausted" if goals else "time", 0)

    decision = decide(program, Settings(seconds=20.0, rounds=0, precision=COARSE), tools=Tools(feasible=searched))
    assert decision.word is Word.UNKNOWN
    assert feasible(program, (), limits=SearchLimits(seconds=20.0)).__class__.__name__ == "Counterexample"

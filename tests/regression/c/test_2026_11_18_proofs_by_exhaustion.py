"""2026-11-18: a search that followed every execution to its end was shown as if it had loop invariants.

The heaps were those of an analysis that had failed; ``--check`` said that they hold, ``--witness`` exported them, and
memory that the failed analysis had dropped was reported as a leak.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runner import symheap

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import NoneFound
from symheap.bmc.exhaustion import Exhaustion, checked_again, exhaustion
from symheap.bmc.limits import SearchLimits
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions

COUNTED = """#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *list = 0, *n;
    int c, sum = 0;
    for (c = 0; c < 5; c++) { n = malloc(sizeof *n); n->value = c; n->next = list; list = n; }
    for (c = 0; c < 5; c++) { n = list; list = n->next; sum += n->value; free(n); }
    if (sum != 10) { int *null = 0; *null = 1; }
    return 0;
}
"""
FORKS = "int nondet(void); int main(void) { int a[2]; a[nondet() != 0] = 1; if (nondet() > 3) a[0] = 2; return 0; }"


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "counted.c").write_text(COUNTED)
    return str(tmp_path / "counted.c")


def test_a_search_is_shown_as_what_it_is(file: str) -> None:
    result = symheap("prove", file, "--no-store", "--verbose")
    assert result.status == 0
    assert "loop invariants" not in result.out
    assert "leak: " not in result.out
    assert "proof by exhaustion: 1 path " in result.out
    assert "safe; no leak" in result.out


def test_its_check_is_a_second_search(file: str) -> None:
    result = symheap("prove", file, "--no-store", "--check", "--format", "json")
    document = json.loads(result.out)
    assert document["proof"]["kind"] == "exhaustion"
    assert document["proof"]["again"] == {"solver": "z3", "differs": ""}
    assert document["invariants"] == []
    assert (document["leak"], document["findings"], document["check"]) == ("none", [], None)


def test_it_has_no_witness(file: str, tmp_path: Path) -> None:
    result = symheap("prove", file, "--no-store", "--witness", str(tmp_path / "w.yml"))
    assert not (tmp_path / "w.yml").exists()
    assert "proved by exhaustion, without invariants" in result.err


def test_the_search_decides_whether_memory_is_left(file: str, tmp_path: Path) -> None:
    assert symheap("prove", file, "--no-store", "--property", "leak").status == 0
    (tmp_path / "four.c").write_text(
        COUNTED.replace("for (c = 0; c < 5; c++) { n = list", "for (c = 1; c < 5; c++) { n = list").replace(
            "sum != 10", "sum < 0"
        )
    )
    left = symheap("prove", str(tmp_path / "four.c"), "--no-store", "--property", "leak")
    assert left.status == 1
    assert "warning: leak: nothing points to this memory any more" in left.out


def test_each_path_has_an_end_that_is_run_again() -> None:
    program = load_text(FORKS, "forks.c", COptions())
    answer = feasible(program, ())
    assert isinstance(answer, NoneFound)
    proof = exhaustion(program, answer, lambda: False)
    assert proof == Exhaustion(4, answer.bound, 4)
    assert checked_again(program, proof, SearchLimits(backend="z3"), lambda: False).is_confirmed
    assert not exhaustion(program, answer, lambda: True).is_confirmed


def test_a_second_search_that_differs_is_no_confirmation() -> None:
    program = load_text(FORKS, "forks.c", COptions())
    fewer = checked_again(program, Exhaustion(3, 9, 3), SearchLimits(backend="z3"), lambda: False)
    assert not fewer.is_confirmed
    assert fewer.again == "4 paths, of which 4 end without an error"
    late = checked_again(program, Exhaustion(4, 9, 4), SearchLimits(seconds=0.0), lambda: False)
    assert not late.is_confirmed

"""Smaller inputs for the same error."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.bmc.shrink import shrunk
from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import RandomOracle, RecordingOracle, Script, ScriptedOracle
from symheap.memory.outcome import Failed

SOURCE = """#include <stdlib.h>
int nondet(void);
int main(void) {
    int sum = 0, *cell = malloc(sizeof *cell);
    while (nondet())
        sum++;
    if (nondet() > 6)
        free(cell);
    *cell = sum;
    return 0;
}
"""


def test_what_the_error_does_not_need_goes(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(SOURCE)
    program = load((tmp_path / "x.c",), COptions())
    long = Script(values=(9, 1, 7, 1, 0, 1_000_000))
    failure = run(program, ScriptedOracle(long))
    assert isinstance(failure, Failed)
    script, smaller = shrunk(program, long, failure)
    assert script.values[0] == 0
    assert len(script.values) == 2
    assert 6 < script.values[1] < 20
    assert (smaller.kind, smaller.position) == (failure.kind, failure.position)


@pytest.mark.parametrize("seed", range(12))
def test_the_smaller_input_ends_in_the_same_error(tmp_path: Path, seed: int) -> None:
    (tmp_path / "x.c").write_text(SOURCE)
    program = load((tmp_path / "x.c",), COptions())
    oracle = RecordingOracle(RandomOracle(seed))
    failure = run(program, oracle)
    if isinstance(failure, Failed):
        script, smaller = shrunk(program, oracle.script(), failure)
        assert run(program, ScriptedOracle(script)) == smaller
        assert (smaller.kind, smaller.position) == (failure.kind, failure.position)
        assert len(script.values) <= len(oracle.script().values)

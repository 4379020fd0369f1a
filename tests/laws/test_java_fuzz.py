"""Random Java classes: every trace of a JVM is a path of a complete run, and every example follows its path.

The campaign with many more methods and inputs is ``benchmarks/fuzz_java.py``.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sampling import sample
from symheap_testing.java.fuzz.campaign import Bench, MethodRow
from symheap_testing.java.fuzz.processes import Explorer, Jvm, compiled_machine
from symheap_testing.java.fuzz.units import make_unit

pytestmark = pytest.mark.skipif(shutil.which("javac") is None, reason="no javac on the PATH")

UNITS = 25
METHODS = 8
INPUTS = 60
LIMITS = ("--timeout", "5", "--max-loop", "8", "--max-calls", "30", "--max-traces", "400")
SHARE_DECIDED = 0.4
"""Of five units; of many units it is twice that.  The methods of a unit share its initialisers, and so its refusals."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder: Path = tmp_path_factory.mktemp("fuzz")
    environment = {**os.environ, "SYMHEAP_RUNS": str(folder / "runs")}
    jvm = Jvm(compiled_machine(folder / "machine"), environment)
    made = Bench(jvm, Explorer(sys.executable, LIMITS, 120.0, environment), folder / "unit", INPUTS)
    yield made
    made.close()


def shown(row: MethodRow) -> str:
    problems = "; ".join(f"{problem.law}: {problem.detail}" for problem in row.problems[:2])
    return f"unit {row.seed} {row.method} {row.status}: {problems or row.reason}"


@pytest.mark.parametrize("first", sample(range(0, UNITS, 5), 5))
def test_what_a_jvm_does_is_what_the_paths_say(first: int, bench: Bench) -> None:
    rows = [row for seed in range(first, first + 5) for row in bench.check(make_unit(seed, METHODS))]
    assert [shown(row) for row in rows if row.status not in ("right", "incomplete")] == []
    assert sum(row.status == "right" for row in rows) >= SHARE_DECIDED * len(rows)
    assert len(rows) >= 4 * METHODS

"""The logs of the packages: nothing by default, phases at INFO, details at DEBUG."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

import symheap
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, symbol
from symheap.engine.bounds import Bounds
from symheap.solver.api import Query
from symheap.solver.chain import LAYERS, default_chain
from symheap.solver.path import EMPTY_PATH
from symheap.store.file import RunFile
from symheap.store.records import Header

EXAMPLES = Path(__file__).parents[2] / "examples"


def lines(caplog: pytest.LogCaptureFixture, level: int) -> list[tuple[str, str]]:
    return [(each.name, each.getMessage()) for each in caplog.records if each.levelno == level]


def test_importing_configures_nothing_and_nothing_is_printed() -> None:
    script = (
        "import logging, symheap\n"
        f"[*symheap.explore({str(EXAMPLES / 'javalite' / 'swap.jl')!r})]\n"
        "top = logging.getLogger('symheap')\n"
        "print([type(each).__name__ for each in top.handlers], top.level, logging.getLogger().handlers)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("['NullHandler'] 0 []\n", "")


def test_an_exploration_tells_its_phases_and_its_traces(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "symheap")
    paths = [*symheap.explore(str(EXAMPLES / "javalite" / "swap.jl"), bounds=Bounds(max_traces=1))]
    engine = "symheap.engine.explore"
    begun, ended = (text for name, text in lines(caplog, logging.INFO) if name == engine)
    assert begun.startswith("exploring ")
    assert ended.endswith("until max-traces: 1 traces, " + ended.rpartition(", ")[2])
    assert len([name for name, _ in lines(caplog, logging.DEBUG) if name == engine]) == len(paths) == 1


def test_a_chain_tells_what_is_left_out_and_each_query(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "symheap.solver")
    solver, statistics = default_chain(without=LAYERS)
    assert lines(caplog, logging.INFO) == [
        ("symheap.solver.chain", f"solver layers left out: {', '.join(LAYERS)}"),
    ]
    solver.check(Query(EMPTY_PATH, symbol(Origin.root("p"), BOOL)))
    told = [text for name, text in lines(caplog, logging.DEBUG) if name == "symheap.solver.layers.route"]
    assert len(told) == statistics.queries > 0
    assert told[-1] == "z3: Sat to 1 assertions"


def test_a_proof_tells_its_phases(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "symheap.separation")
    symheap.prove(str(EXAMPLES / "c" / "release.c"))
    told = [text for name, text in lines(caplog, logging.INFO) if name == "symheap.separation.proof.analysis"]
    assert told[0].startswith("analysing ")
    assert " states, " in told[1]


def test_a_run_file_tells_where_it_is(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    caplog.set_level(logging.INFO, "symheap.store")
    header = Header("id", "explore", "a.jl", ("explore",), "here", "2026-11-18T00:00:00+00:00")
    RunFile.create(tmp_path / "a.run", header).close()
    RunFile.open(tmp_path / "a.run").close()
    told = [text for name, text in lines(caplog, logging.INFO) if name == "symheap.store.file"]
    assert told == [f"keeping the run in {tmp_path / 'a.run'}", f"resuming the run in {tmp_path / 'a.run'}"]

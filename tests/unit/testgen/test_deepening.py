"""A bound on loops that hides branches is noticed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from generate_subject import BOUNDS, access_to, runs_of

from symheap.engine.state import Trace
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap.testgen.attempts import Attempts
from symheap.testgen.cases import Why
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

ROUNDS = """
class Rounds {
    static int fixed(int x) {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += x;
        }
        return sum > 20 ? 1 : 0;
    }

    static int open(int[] a) {
        int n = 0;
        for (int each : a) {
            n++;
        }
        return n;
    }

    static int late(int[] a) {
        int n = 0;
        for (int each : a) {
            n++;
        }
        return n == 6 ? 100 : n;
    }
}
"""


def looked_at(folder: Path, method: str) -> Attempts:
    [run] = runs_of(folder, ROUNDS, method)
    attempts = Attempts(run, access_to(run))
    for trace in run.exploration:
        attempts.add(trace)
    run.finish()
    return attempts


def look_further(attempts: Attempts) -> None:
    bounds = replace(BOUNDS, max_loop=40)
    attempts.deeper = start(attempts.run.loaded, "pose", default_chain(), bounds, search="bfs")
    for trace in attempts.deeper.exploration:
        attempts.add_deeper(trace)
    attempts.deeper.finish()


def test_what_comes_behind_a_loop_of_fixed_rounds_is_found(tmp_path: Path) -> None:
    attempts = looked_at(tmp_path, "fixed")
    assert not attempts.tests
    assert attempts.branches.is_open
    look_further(attempts)
    result = attempts.result()
    assert [test.candidate.path for test in result.tests] == ["0+", "1+"]
    assert result.without == ()


def test_a_loop_whose_branches_were_all_taken_is_left_alone(tmp_path: Path) -> None:
    attempts = looked_at(tmp_path, "open")
    assert attempts.branches.was_cut
    assert not attempts.branches.is_open


def test_only_paths_with_other_branches_are_added(tmp_path: Path) -> None:
    attempts = looked_at(tmp_path, "late")
    before = len(attempts.tests)
    assert attempts.branches.is_open
    look_further(attempts)
    result = attempts.result()
    assert len(result.tests) == before + 1
    assert [each.why for each in result.without] == [Why.CUT]


def test_without_a_cut_there_is_nothing_to_look_for(tmp_path: Path) -> None:
    source = "class Plain { static int one(int x) { return x > x ? 1 : 0; } }"
    [run] = runs_of(tmp_path, source)
    attempts = Attempts(run, access_to(run))
    traces: list[Trace[object]] = list(run.exploration)
    for trace in traces:
        attempts.add(trace)
    assert not attempts.branches.is_open

"""Lines that an exploration has run: all that concrete runs pass, and no dead ones, in any order."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import symheap
from symheap.core.source import Position
from symheap.engine.search import STRATEGIES
from symheap.heap.registry import MODELS
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import load
from symheap.objects import interpreter
from symheap.objects.steps import loop
from symheap.objects.steps.machine import ConcreteMachine, Raised, Segment, Thrown
from symheap.objects.steps.unwinding import raised, thrown
from symheap.report.explore import kept
from symheap.report.explore.coverage import SourceCoverage, coverage
from symheap.session.run import Run, start
from symheap.solver.chain import default_chain
from symheap_testing.java.sources import some_jdk

EXAMPLES = Path(__file__).parents[4] / "examples"
SHORT = symheap.Bounds(max_calls=4)
DEAD = """((
  (class A ([A next] [bool flag])
    ((bool live [A other]
       (if (other = null)
           true
        else
           (if (this = this)
               (other $ flag)
            else
               (other @ dead null))))
     (bool dead [A other]
       (other $ flag))))
 )
 (A live))
"""
JAVA = """
public class Lines {
    int value;
    Lines next;

    int walk(int limit) {
        int sum = 0;
        for (Lines at = this; at != null; at = at.next) {
            if (at.value < 0) {
                throw new IllegalStateException("negative");
            }
            sum += at.value;
            if (limit == limit + 1) {
                sum = dead(sum);
            }
        }
        return Helper.twice(sum);
    }

    static int dead(int x) {
        return x - 1;
    }
}

class Helper {
    static int twice(int x) {
        try {
            return 2 * x;
        } finally {
            Runnable nothing = () -> Lines.dead(1);
            nothing.run();
        }
    }
}
"""


def explored(target: str, heap: str = "pose", search: str = "dfs", bounds: symheap.Bounds = SHORT) -> Run:
    run = start(
        load(target, JavaOptions(environ=os.environ)), heap, default_chain(timeout_ms=2000), bounds, search=search
    )
    list(run)
    return run


def only(run: Run) -> SourceCoverage:
    (found,) = coverage(run)
    return found


@pytest.fixture
def dead(tmp_path: Path) -> str:
    file = tmp_path / "dead.jl"
    file.write_text(DEAD)
    return str(file)


def test_dead_lines_are_missed(dead: str) -> None:
    run = explored(dead)
    assert run.complete
    result = only(run)
    assert result.file == dead
    assert result.text == DEAD
    assert set(result.missed) == {10, 12}
    assert {4, 5, 7, 8} <= set(result.covered)
    assert run.coverage.counts() == (len(result.covered) + 2, len(result.covered))


def test_nothing_is_covered_before_the_first_trace(dead: str) -> None:
    run = start(load(dead), "pose", default_chain(timeout_ms=2000))
    result = only(run)
    assert result.covered == ()
    assert {4, 5, 7, 8, 10, 12} <= set(result.missed)


@pytest.mark.parametrize("name", ["javalite/reverse.jl", "javalite/dispatch.jl", "pose/bst_insert.pose"])
def test_the_order_of_search_and_the_heap_model_do_not_matter(name: str) -> None:
    target = str(EXAMPLES / name)
    expected = only(explored(target))
    assert expected.covered
    for search in STRATEGIES:
        assert only(explored(target, search=search)) == expected
    for heap in MODELS:
        assert only(explored(target, heap)) == expected


def test_a_run_counts_on_from_what_another_had_run(dead: str) -> None:
    whole = explored(dead)
    first = explored(dead, bounds=symheap.Bounds(max_traces=1))
    form = json.loads(json.dumps(kept.progress_form(first)))
    assert 0 < first.coverage.counts()[1] < whole.coverage.counts()[1]
    resumed = start(load(dead), "pose", default_chain(timeout_ms=2000))
    kept.restore_progress(resumed, form)
    assert resumed.coverage.form() == first.coverage.form()
    list(resumed)
    assert resumed.coverage.form() == whole.coverage.form()


# Against the concrete interpreter -------------------------------------------------------------------------------------


def lines_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> set[Position]:
    """Return the places of all straight lines of code that concrete runs from the witnesses pass."""
    seen: set[Position] = set()

    def recording(machine: ConcreteMachine, segment: Segment, left: int) -> None:
        while left > 0:
            seen.add(segment.position)
            left -= segment.size
            try:
                registers = machine.registers
                for step in segment.steps:
                    step(machine, registers)
                segment = segment.last(machine, registers)
            except Raised as error:
                segment = raised(machine, segment, error)
            except Thrown as exception:
                segment = thrown(machine, segment, exception)

    monkeypatch.setattr(loop, "_loop", recording)
    for path in run:
        heap = path.inputs()
        assert heap is not None
        interpreter.run(run.loaded.program, heap, max_calls=run.exploration.bounds.max_calls)
    return seen


def check_concrete(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    covered = {(each.file, line) for each in coverage(run) for line in each.covered}
    coded = {(each.file, line) for each in coverage(run) for line in (*each.covered, *each.missed)}
    files = {os.path.basename(file): file for file, _ in coded}
    run_lines = {(files.get(os.path.basename(at.file), at.file), at.line) for at in lines_run(run, monkeypatch)}
    assert run_lines & coded
    assert run_lines & coded <= covered


@pytest.mark.parametrize("name", ["javalite/reverse.jl", "javalite/visitor.jl", "pose/bst_insert.pose"])
@pytest.mark.parametrize("heap", ["pose", "summary", "lazy"])
def test_concrete_runs_stay_on_covered_lines(name: str, heap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_concrete(explored(str(EXAMPLES / name), heap), monkeypatch)


# Java -----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def java(tmp_path_factory: pytest.TempPathFactory) -> str:
    if some_jdk() is None:
        pytest.skip("no JDK with javac")
    file = tmp_path_factory.mktemp("lines") / "Lines.java"
    file.write_text(JAVA)
    return str(file)


def test_lines_of_java_are_those_of_its_source(java: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run = explored(f"{java}::walk", bounds=symheap.Bounds(max_calls=20, max_loop=2))
    result = only(run)
    assert (result.file, result.text) == (java, JAVA)
    rows = JAVA.splitlines()

    def numbers(*parts: str) -> set[int]:
        return {n for n, row in enumerate(rows, 1) if any(part in row for part in parts)}

    assert set(result.covered) >= numbers("sum = 0", "for (", "throw new", "sum += ", "twice(sum)", "2 * x", "nothing")
    assert set(result.missed) >= numbers("sum = dead(sum)")
    assert numbers("return x - 1") <= set(result.covered)
    assert not set(result.covered) & set(result.missed)
    check_concrete(run, monkeypatch)


def test_methods_that_nobody_called_are_missed(java: str) -> None:
    result = only(explored(f"{java}::dead"))
    rows = JAVA.splitlines()
    assert [rows[line - 1].strip() for line in result.covered] == ["return x - 1;"]
    assert {n for n, row in enumerate(rows, 1) if "2 * x" in row or "sum = 0" in row} <= set(result.missed)

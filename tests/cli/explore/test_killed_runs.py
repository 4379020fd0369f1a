"""Runs that are killed, with their workers, at random moments, and resumed: nothing is lost, and nothing counts twice.

`benchmarks/kills.py` does so hundreds of times, also on a cluster.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cli_runner import symheap

from symheap.jobs.count import is_supported
from symheap.store.compact import CompactPaths
from symheap.store.file import RunFile
from symheap.store.records import StoreError
from symheap_testing.java.sources import some_jdk
from symheap_testing.kills import Killing, campaign, kill_local, results

pytestmark = [
    pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac"),
    pytest.mark.skipif(not is_supported(), reason="workers are forked on Linux only"),
]

QUEUE = """public class Queue {
    private static class Cell { int item; Cell next; }
    private Cell first, last;

    public void add(int item) {
        Cell cell = new Cell();
        cell.item = item;
        if (last == null) first = cell; else last.next = cell;
        last = cell;
    }

    public int take() { int item = first.item; first = first.next; return item; }

    public int nth(int at) { Cell cell = first; while (at-- > 0) cell = cell.next; return cell.item; }

    public int mean(int[] items) { int sum = 0; for (int each : items) sum += each; return sum / items.length; }
}
"""


def test_results_are_those_of_an_undisturbed_run(tmp_path: Path) -> None:
    (tmp_path / "Queue.java").write_text(QUEUE)
    arguments = ("explore", "Queue.java", "--format", "json", "-q", "--timeout", "1000", "--jobs", "2")
    *_, tally = campaign(Killing(tmp_path, arguments, {}, kill_local, 1.5), 3, 2, Random(1))
    assert tally.kills >= 3
    assert tally.runs >= 2


def test_a_full_disk_gives_one_line_and_a_run_that_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Queue.java").write_text(QUEUE)
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path / "runs"))
    arguments = ("explore", "Queue.java", "--format", "json", "-q", "--timeout", "1000")
    whole = symheap(*arguments, "--jobs", "1", "--no-store", folder=tmp_path)
    flush, calls = CompactPaths.flush, list[int]()

    def full(*_: object) -> None:
        raise StoreError("the run file cannot be written: database or disk is full")

    def flushes(paths: CompactPaths, subject: int, progress: Any) -> None:
        calls.append(subject)
        with monkeypatch.context() as writing:
            if len(calls) > 2:
                writing.setattr(RunFile, "write", full)
            flush(paths, subject, progress)

    with monkeypatch.context() as patched:
        patched.setattr(CompactPaths, "flush", flushes)
        broken = symheap(*arguments, "--jobs", "2", folder=tmp_path)
    assert len(calls) == 3
    assert [line for line in broken.err.splitlines() if "disk is full" in line] == [
        "symheap: error: the run file cannot be written: database or disk is full; the results so far are kept"
    ]
    left_out = json.loads(broken.out)["skipped"]
    assert any("the run could not be kept" in each for each in left_out)
    resumed = symheap("resume", "-q", folder=tmp_path)
    assert resumed.status == whole.status
    assert results(resumed.out) == results(whole.out)

"""Runs that are killed, with their workers, at random moments, and resumed: nothing is lost, and nothing counts twice.

`benchmarks/kills.py` does so hundreds of times, also on a cluster.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from symheap.jobs.count import is_supported
from symheap_testing.java.sources import some_jdk
from symheap_testing.kills import Killing, campaign, kill_local

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

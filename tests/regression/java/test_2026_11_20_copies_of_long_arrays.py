"""A sequence of calls with a very long array does not use up the time of a run.

On 2026-11-20 the interpreter that runs the sequences of a class copied `new ArrayDeque<>(Integer.MAX_VALUE)` element by
element when a call enlarged it: exploring `addFirst` took all 30 seconds and listed no path.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_runner import symheap

from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

SOURCE = """public class Deque {
    private Object[] cells;

    public Deque(int room) {
        cells = new Object[room == Integer.MAX_VALUE ? Integer.MAX_VALUE : room + 1];
    }

    public Object[] toArray(int from) {
        Object[] copy = new Object[cells.length - from];
        System.arraycopy(cells, from, copy, 0, copy.length);
        return copy;
    }
}
"""


@pytest.mark.timeout(60)
def test_the_crashes_are_ranked_and_the_run_ends(tmp_path: Path) -> None:
    (tmp_path / "Deque.java").write_text(SOURCE)
    result = symheap("explore", "Deque.java::toArray", "--jobs", "1", "--timeout", "20", folder=tmp_path)
    assert result.status == 1
    assert re.search(r"error: the length -\d+ of a new array is negative: `cells.length` is", result.out)
    assert "out of time" not in result.err

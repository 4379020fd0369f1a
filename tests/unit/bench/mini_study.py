"""A study of a few methods, compiled for the test, and helpers for tests of studies."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from symheap.bench.explore import MethodJob
from symheap.bench.row import Row, RowOutcome
from symheap.bench.study import Study, StudyMethod, StudyProject
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap_testing.java.sources import some_jdk

SOURCE = """
package mini;
public class Cell {
    int value;
    Cell next;
    public boolean same(Cell other) { return other == next; }
    public int sum(Cell other) { next.value = 1; other.value = 2; return next.value; }
    public int count(int most) { int n = 0; for (Cell at = this; at != null && n < most; at = at.next) n++; return n; }
    int rank(java.util.Comparator<Cell> by) { return by == null ? 0 : by.compare(this, next); }
    public static native int outside();
    int hidden() { return outside(); }
    private int secret() { return 1; }
    public Cell() { }
}
"""

METHODS = (
    StudyMethod("mini.Cell", "same", ("mini.Cell",), printed=True),
    StudyMethod("mini.Cell", "sum", ("mini.Cell",)),
    StudyMethod("mini.Cell", "count", ("int",)),
    StudyMethod("mini.Cell", "hidden", ()),
)
PROJECT = StudyProject("Mini", ("mini.",), ("projects/mini*/**/classes",), ())
BOUNDS = Bounds(max_calls=10, max_loop=4, max_iterations=4)
STUDY = Study("mini", "A mini study", (PROJECT,), METHODS, {}, BOUNDS, exact_types=True)


@cache
def subjects() -> Path:
    """Return a folder like that of the replication package, with the classes of the study."""
    jdk = some_jdk()
    if jdk is None:
        pytest.skip("no JDK with javac")
    folder = Path(mkdtemp(prefix="symheap-mini-"))
    source = folder / "Cell.java"
    source.write_text(SOURCE, encoding="utf-8")
    classes = folder / "projects" / "mini-1.0" / "target" / "classes"
    subprocess.run([str(jdk.javac()), "-d", str(classes), str(source)], check=True, capture_output=True)
    return folder


def classes() -> Path:
    return subjects() / "projects" / "mini-1.0" / "target" / "classes"


@cache
def java() -> JavaOptions:
    """Return options that keep caches apart from the user's own."""
    return JavaOptions(environ={**os.environ, "SYMHEAP_CACHE": mkdtemp(prefix="symheap-cache-")}, exact_types=True)


def job(method: str, heap: str = "pose", place: str = "", bounds: Bounds = BOUNDS) -> MethodJob:
    return MethodJob(method, heap, place, java(), bounds)


def row(method: str, outcome: RowOutcome = RowOutcome.COMPLETE, heap: str = "pose", traces: int = 1) -> Row:
    return Row(method, heap, outcome, traces, traces, "00", {"return": traces})

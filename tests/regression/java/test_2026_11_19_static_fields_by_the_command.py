"""A path that ends with changed static fields stopped the command: their holder was looked up as a class.

The engine and its tests were right; the words of a path in the run file were not.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runner import symheap

CLASSES = """
class Counted {
    static int count;
    static Object last;
    static final int[] ROW = new int[2];

    static class Counter {
        static { count++; }
    }

    static class Keeper {
        static final Keeper ONE = new Keeper();
        static { last = ONE; }
    }

    static int initialised(Object o) { return count == 0 ? 1 : 2; }
    static int counts(Counter c) { count += 2; return c == null ? count : 0; }
    static boolean kept(Keeper k) { last = k; return k == Keeper.ONE; }
    static int row(Keeper k, int[] r) { ROW[1] = 3; return r == ROW ? 1 : ROW[0]; }
}
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("counted") / "Counted.java"
    path.write_text(CLASSES)
    return path


@pytest.mark.parametrize(
    ("method", "values"),
    [("initialised", {"1", "2"}), ("counts", {"0", "2", "3"}), ("kept", {"true", "false"}), ("row", {"1", "0"})],
)
def test_paths_that_change_static_fields_are_written(source: Path, method: str, values: set[str]) -> None:
    result = symheap("explore", f"{source.name}::{method}", "--format", "json", "-q", folder=source.parent)
    assert result.err == ""
    assert result.status == 0
    document = json.loads(result.out)
    assert document["complete"]
    assert {each["outcome"]["value"] for each in document["results"]} == values


CHANGED_INPUT = """
class Filled {
    static final int[] ROW = new int[2];
    static class Filler { static { ROW[0] = 7; } static int zero; }
    static int first(int[] r) { return r == ROW ? r[0] + Filler.zero : 0; }
}
"""


def test_an_array_is_named_as_in_the_source(tmp_path: Path) -> None:
    (tmp_path / "Filled.java").write_text(CHANGED_INPUT)
    result = symheap("explore", "Filled.java::first", "-q", folder=tmp_path)
    assert "that changes an object of int[], which an input may be" in result.out
    assert result.status == 3


def test_the_whole_class_is_explored(source: Path) -> None:
    result = symheap("explore", source.name, folder=source.parent)
    assert (result.status, result.err) == (0, "")
    assert "4 methods explored, each to its end: clean" in result.out

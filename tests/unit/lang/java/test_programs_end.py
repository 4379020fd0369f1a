"""A program is freed when it is no longer used, although the terms of its paths remain."""

from __future__ import annotations

import gc
import os
import weakref
from pathlib import Path

import pytest
from native_calls import jdks

from symheap.api import JavaOptions, explore, load
from symheap.core.types import ClassTable

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

SOURCE = """
class Kept {
    interface Shape { int sides(); }
    static class Square implements Shape { public int sides() { return 4; } }
    enum Colour { RED, GREEN }
    static int of(Object o, Shape s, Colour c) {
        if (o instanceof Shape) return ((Shape) o).sides();
        if (s == null || c == null) return 0;
        return c == Colour.RED ? s.sides() : s.toString().length();
    }
}
"""


KEPT = 4


def explored(file: Path) -> tuple[int, weakref.ref[ClassTable]]:
    environ = {"SYMHEAP_CACHE": str(file.parent / "cache"), **os.environ}
    program = load(f"{file}::Kept::of", java=JavaOptions(jdk=str(jdks()[0].home), environ=environ))
    return len(list(explore(program))), weakref.ref(program.program.table)


@pytest.mark.slow
def test_the_classes_of_a_program_go_with_it(tmp_path: Path) -> None:
    """2026-11-16: sets of types in terms, and caches of tables, kept all of them: megabytes each.

    The concrete interpreter keeps the code of the last few programs.
    """
    file = tmp_path / "Kept.java"
    file.write_text(SOURCE)
    runs = [explored(file) for _ in range(KEPT + 3)]
    gc.collect()
    assert {paths for paths, _ in runs} == {runs[0][0]}
    assert runs[0][0] > 3
    assert [table() for _, table in runs[:3]] == [None] * 3


def test_a_set_of_types_whose_program_is_gone_says_so(tmp_path: Path) -> None:
    file = tmp_path / "Kept.java"
    file.write_text(SOURCE)
    environ = {"SYMHEAP_CACHE": str(tmp_path / "cache"), **os.environ}
    program = load(f"{file}::Kept::of", java=JavaOptions(jdk=str(jdks()[0].home), environ=environ))
    shapes = program.program.table.subtypes("Kept$Shape")
    assert shapes.contains("Kept$Square")
    assert not shapes.contains("java.lang.Thread")
    del program
    for _ in range(KEPT):
        explored(file)
    gc.collect()
    assert shapes.contains("Kept$Square")
    with pytest.raises(ReferenceError, match=r"java\.lang\.Thread"):
        shapes.contains("java.lang.Thread")

"""The heap of a path with an array of numbers could not be drawn: its elements were looked up in a class."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.lang.java.options import JavaOptions
from symheap.lang.java_programs import java_program
from symheap.lang.target import Target
from symheap.report.explore.kept import kept
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap_testing.java.sources import some_jdk


@pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")
@pytest.mark.parametrize("heap", ["pose", "lazy", "summary"])
def test_arrays_of_numbers_are_drawn(tmp_path: Path, heap: str) -> None:
    source = tmp_path / "Data.java"
    source.write_text("class Data { int[] data; int first() { data[0] = 7; return data[0]; } }")
    loaded = java_program(Target(str(source), ("first",)), JavaOptions(environ=os.environ, cache=tmp_path / "cache"))
    run = start(loaded, heap, default_chain(timeout_ms=10_000))
    paths = [kept(path) for path in run]
    assert {path.ending.split()[0] for path in paths} == {"returns", "throws"}
    assert all(path.final is not None for path in paths)

"""Threads that are created and never started."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from native_calls import jdks
from path_ends import ends_of

from symheap.api import JavaOptions, load

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

SOURCE = """
class Made {
    static int priority() { return new Thread().getPriority() == 5 ? 1 : 1 / 0; }
    static int names() { return new Thread().getName().equals(new Thread().getName()) ? 1 / 0 : 1; }
    static int value(int x) {
        int[] seen = {0};
        new Thread(() -> seen[0] = x).run();
        return seen[0] == x ? 1 : 1 / 0;
    }
    static long number() { return new Thread("a").getId(); }
    static long own() { return Thread.currentThread().getId(); }
    static long given(Thread t) { return t.getId(); }
    static void started() { new Thread(() -> { }).start(); }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("made")
    (made / "Made.java").write_text(SOURCE)
    subprocess.run([str(jdks()[0].javac()), "-proc:none", "-d", str(made), str(made / "Made.java")], check=True)
    return made


def ends(folder: Path, method: str) -> list[str]:
    """Return the ends of a method's paths, sorted."""
    environ = {"SYMHEAP_CACHE": str(folder / "cache"), **os.environ}
    options = JavaOptions(jdk=str(jdks()[0].home), environ=environ, also=("java.lang.Thread",))
    return ends_of(load(f"{folder / 'Made.class'}::{method}", options))


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("priority", ["return"]),
        ("names", ["return"]),
        ("value", ["return"]),
        ("number", ["unsupported: the number of a new java.lang.Thread"]),
        ("own", ["unsupported: the thread that runs the program"]),
        ("given", ["NullPointerException", "return"]),
        ("started", ["unsupported: java.lang.Thread.start"]),
    ],
)
def test_paths(folder: Path, method: str, expected: list[str]) -> None:
    assert ends(folder, method) == expected

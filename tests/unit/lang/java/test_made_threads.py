"""Threads that are made, and never started."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from native_calls import jdks

from symheap.api import JavaOptions, explore, load
from symheap.core.outcome import Returned, Threw, Unsupported

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK on the PATH")

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
    """How the paths of a method end, sorted."""
    environ = {"SYMHEAP_CACHE": str(folder / "cache"), **os.environ}
    options = JavaOptions(jdk=str(jdks()[0].home), environ=environ, also=("java.lang.Thread",))
    found: list[str] = []
    for path in explore(load(f"{folder / 'Made.class'}::{method}", options)):
        match path.trace.end:
            case Returned():
                found.append("return")
            case Threw(_, _, _, exception):
                found.append(exception.rpartition(".")[2])
            case Unsupported(what):
                found.append(f"unsupported: {what}")
            case other:
                found.append(str(other))
    return sorted(found)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("priority", ["return"]),
        ("names", ["return"]),
        ("value", ["return"]),
        ("number", ["unsupported: the number of a new java.lang.Thread"]),
        ("own", ["return"]),
        ("given", ["NullPointerException", "return"]),
        ("started", ["unsupported: java.lang.Thread.start"]),
    ],
)
def test_paths(folder: Path, method: str, expected: list[str]) -> None:
    assert ends(folder, method) == expected

"""`check --jobs N`: the same verdicts in the same order, whatever the number of jobs."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from cli_runner import symheap

from symheap.jobs.count import is_supported
from symheap.session import check
from symheap_testing.java.sources import some_jdk

pytestmark = [
    pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac"),
    pytest.mark.skipif(not is_supported(), reason="workers are forked on Linux only"),
]

PAIR = """public class Pair {
    Pair other;
    int size;

    int grown() { return other == null ? size : size + 1; }
    static Pair first(Pair a, Pair b) { return a == null ? b : a; }
    boolean isAlone() { return other == this; }
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Pair.java").write_text(PAIR)
    return tmp_path


def checked(folder: Path, *arguments: str) -> Any:
    result = symheap("check", "Pair.java", "-q", "--timeout", "200", *arguments, folder=folder)
    assert not result.err
    return result


def test_verdicts_are_equal(folder: Path) -> None:
    one, two = (checked(folder, "--format", "json", "--jobs", jobs) for jobs in ("1", "2"))
    assert one.status == two.status == 0
    first, second = (re.sub(r'"seconds": [\d.e-]+', "…", each.out) for each in (one, two))
    assert second == first
    assert [each["target"] for each in json.loads(two.out)["methods"]] == [
        "Pair.java::grown()",
        "Pair.java::first(Pair,Pair)",
        "Pair.java::isAlone()",
    ]


def test_a_method_whose_worker_is_killed_twice_is_not_checked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = check._Checking.checked

    def killed(checking: Any) -> Any:
        if "first" in str(checking.loaded.target):
            os.kill(os.getpid(), signal.SIGKILL)
        return of(checking)

    monkeypatch.setattr(check._Checking, "checked", killed)
    result = checked(folder, "--jobs", "2")
    assert result.status == 3
    assert (
        "not explored: Pair.java: error: a method was not checked: a worker process was killed (SIGKILL)" in result.out
    )
    assert result.out.count("laws hold") == 2

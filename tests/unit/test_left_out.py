"""A test run reports the tests that it left out: one line for each reason."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from missing_tools import missing_tool
from sampling import sample

ROOT = Path(__file__).parents[2]
SKIPPING = """
import os
import shutil
import subprocess
import pytest
from symheap.lang.java.files.jdk import find_jdk
from sampling import sample

@pytest.mark.skipif(shutil.which("javac") is None, reason="no JDK with javac")
@pytest.mark.parametrize("number", range(3))
def test_java(number): ...

def test_gcc():
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")

def test_without_a_check():
    subprocess.run(["gcc", "--version"], check=True)

def test_the_product_finds_no_jdk():
    find_jdk(None, os.environ)

@pytest.mark.parametrize("number", sample(range(8), 4))
def test_number(number): ...
"""


def summary(folder: Path, *arguments: str | Path, environment: dict[str, str] | None = None) -> list[str]:
    """The last lines of a run without Java, compilers and browsers, from the heading of what was left out."""
    kept = {name: value for name, value in os.environ.items() if name not in ("JAVA_HOME", "SYMHEAP_CHROMIUM")}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *map(str, arguments)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**kept, "PATH": str(folder), **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    return lines[next(number for number, line in enumerate(lines) if " left out " in line) + 1 :]


@pytest.fixture
def skipping(tmp_path: Path) -> Path:
    """Tests of a folder of their own, with the plugins and options of this project."""
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_skipping.py").write_text(SKIPPING, encoding="utf-8")
    (tests / "conftest.py").write_text('pytest_plugins = ["left_out", "missing_tools"]\n', encoding="utf-8")
    return tests


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["one process", "two workers"])
def test_one_line_a_reason(workers: tuple[str, ...], skipping: Path, tmp_path: Path) -> None:
    options = ("-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "-m", "not slow")
    lines = summary(tmp_path, *options, *workers, skipping, environment={"PYTHONPATH": str(ROOT / "tests")})
    assert lines[:-1] == [
        "left out: 6 tests: slow; `make test-slow` runs them",
        "left out: 4 tests: no JDK with javac",
        "left out: 1 test: no gcc",
        "left out: 1 test: no gcc on the PATH",
    ]


@pytest.mark.parametrize("error", [FileNotFoundError(2, "No such file", "python3"), FileNotFoundError(2, "", "x.txt")])
def test_an_error_that_no_missing_tool_explains_is_a_failure(error: Exception) -> None:
    assert missing_tool(error) is None
    assert missing_tool(ValueError("no such thing")) is None


def test_the_cause_of_an_error_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    wrapped = ValueError("it cannot be compiled")
    wrapped.__cause__ = FileNotFoundError(2, "No such file", "gcc")
    assert missing_tool(wrapped) == "no gcc on the PATH"


def test_a_header_is_missing_only_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    error = ValueError("list.c:5:1: error: sys/queue.h: No such file or directory")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert missing_tool(error) == "no C compiler, whose headers a program needs"
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert missing_tool(error) is None


def test_tests_of_this_project_without_their_tools(tmp_path: Path) -> None:
    lines = summary(
        tmp_path,
        "tests/unit/lang/java/test_entry.py",
        "tests/unit/lang/java/test_programs_end.py",
        "tests/unit/lang/c/test_c_constructs.py",
        "tests/laws/test_c_fuzz.py",
        "tests/browser/test_report_page.py",
    )
    reasons = [line.split(": ", 2)[2] for line in lines if line.startswith("left out: ")]
    assert "no JDK with javac" in reasons
    assert "no gcc" in reasons
    assert "no gcc with AddressSanitizer and UBSan" in reasons
    assert any("chromium" in reason for reason in reasons)


def test_a_sample_is_even_and_the_rest_is_slow() -> None:
    sampled = sample(range(7), 3, first=1)
    assert [each for each in sampled if isinstance(each, int)] == [1, 4]
    slow = [each for each in sampled if not isinstance(each, int)]
    assert [each.values for each in slow] == [(0,), (2,), (3,), (5,), (6,)]
    assert all(mark.name == "slow" for each in slow for mark in each.marks)
    assert sample([("a", 1), ("b", 2)], 2) == [("a", 1), pytest.param("b", 2, marks=pytest.mark.slow)]

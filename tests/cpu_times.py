"""The option `--cpu-times FILE`: the processor time of each test, with the processes that it started and waited for.

Unlike the wall-clock time of `--durations`, it hardly depends on what else the machine does.  The cost of a fixture of
a module or of the session is counted for the first test that asks for it.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cpu-times", metavar="FILE", help="write the processor time of each test to FILE")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--cpu-times") is not None:
        config.pluginmanager.register(CpuTimes(config), "cpu-times-of-tests")


class CpuTimes:
    """Measures in the processes that run tests, and adds up in the one that reports."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._last = _used()
        self._seconds: dict[str, float] = {}

    def pytest_runtest_logstart(self) -> None:
        self._last = _used()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = _used()
        report.cpu_seconds = now - self._last  # type: ignore[attr-defined]
        self._last = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        used: float = getattr(report, "cpu_seconds", 0.0)
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0.0) + used

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("processor time")
        for line in by_folder(self._seconds):
            terminalreporter.write_line(line)
        rows = sorted(self._seconds.items(), key=lambda row: (-row[1], row[0]))
        text = "".join(f"{seconds:.2f}\t{test}\n" for test, seconds in rows)
        Path(self._config.getoption("--cpu-times")).write_text(text, encoding="utf-8")


def by_folder(seconds: Mapping[str, float]) -> list[str]:
    """One line a folder of tests, the costly ones first; `tests/unit` by its subfolders."""
    folders: dict[str, float] = {}
    for test, each in seconds.items():
        parts = test.partition("::")[0].split("/")[:-1]
        folder = "/".join(parts[: 3 if parts[1:2] == ["unit"] else 2])
        folders[folder] = folders.get(folder, 0.0) + each
    rows = sorted(folders.items(), key=lambda row: -row[1])
    return [f"{each:8.1f} s  {folder}" for folder, each in (*rows, ("in all", sum(folders.values())))]


def _used() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system

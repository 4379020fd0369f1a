"""Runs test classes on a JVM with JUnit's own console: none of our code runs with them."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.launch import run_javac

CONSOLE: Final = "org.junit.platform:junit-platform-console-standalone:1.11.4"
_SECONDS: Final = 600.0
_REPORT: Final = "TEST-junit-jupiter.xml"
_ORDER: Final = {
    "junit.jupiter.testmethod.order.default": "org.junit.jupiter.api.MethodOrderer$Random",
    "junit.jupiter.testclass.order.default": "org.junit.jupiter.api.ClassOrderer$Random",
}
_LIMITED: Final = {
    "junit.jupiter.execution.timeout.default": "5 s",
    "junit.jupiter.execution.timeout.thread.mode.default": "SEPARATE_THREAD",
}
"""A test that does not end fails, and the others continue."""


@dataclass(frozen=True, slots=True)
class SuiteRun:
    """Tests by name, ``Class.method``. `stopped`: the JVM did not end, or left no report."""

    passed: frozenset[str] = frozenset()
    failed: Mapping[str, str] = field(default_factory=dict)
    stopped: str = ""

    @property
    def is_green(self) -> bool:
        return bool(self.passed) and not self.failed and not self.stopped


@dataclass(frozen=True, slots=True)
class Compilation:
    """Whether sources were compiled, and the whole output of the compiler."""

    is_done: bool
    lines: tuple[str, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(line for line in self.lines if ": warning: " in line)


def compile_sources(
    jdk: Jdk, sources: Sequence[Path], class_path: Sequence[Path], into: Path, options: Sequence[str] = ("-g",)
) -> Compilation:
    """Compile sources with a JDK's compiler, with all of its warnings."""
    into.mkdir(parents=True, exist_ok=True)
    usual = ("-proc:none", "-encoding", "UTF-8", "-Xlint:all,-path,-options")
    places = ("-cp", _joined(class_path), "-d", str(into))
    status, output = run_javac(str(jdk.javac()), [*usual, *options, *places, *map(str, sources)], _SECONDS)
    return Compilation(not status, tuple(output.splitlines()))


def run_suite(
    jdk: Jdk,
    console: Path,
    class_path: Sequence[Path],
    tests: Path,
    *,
    seed: int,
    only: Sequence[str] = (),
    seconds: float = 300.0,
    agent: str | None = None,
) -> SuiteRun:
    """Run all test classes of a folder, or `only` some, in an order determined by `seed`."""
    chosen = [f"--select-class={name}" for name in only] or [f"--scan-class-path={tests}", "--include-classname=.*"]
    settings = {**_ORDER, **_LIMITED, "junit.jupiter.execution.order.random.seed": str(seed)}
    with tempfile.TemporaryDirectory(prefix="symheap-junit-") as reports:
        command = [
            str(jdk.java()),
            *("-XX:TieredStopAtLevel=1", "-Xmx512m", "-ea"),
            *([f"-javaagent:{agent}"] if agent else []),
            *("-jar", str(console), "execute", "--disable-banner", "--details=none"),
            *("-cp", _joined((tests, *class_path)), *chosen, f"--reports-dir={reports}"),
            *(f"--config={name}={value}" for name, value in settings.items()),
        ]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            return SuiteRun(stopped=f"no end after {seconds:g} s")
        report = Path(reports, _REPORT)
        if not report.is_file():
            lines = (done.stdout + done.stderr).decode("utf-8", "replace").strip().splitlines()
            return SuiteRun(stopped=f"status {done.returncode}: {' '.join(lines[-3:])}")
        return parse_report(report.read_bytes())


def parse_report(content: bytes) -> SuiteRun:
    """Parse JUnit's report in Ant's format. A skipped test counts as failed, since no test should be skipped."""
    passed: set[str] = set()
    failed: dict[str, str] = {}
    for case in ElementTree.fromstring(content).iter("testcase"):
        name = f"{case.get('classname')}.{str(case.get('name')).partition('(')[0]}"
        wrong = [each for kind in ("failure", "error", "skipped") for each in case.findall(kind)]
        if wrong:
            failed[name] = wrong[0].get("message") or wrong[0].get("type") or wrong[0].tag
        else:
            passed.add(name)
    return SuiteRun(frozenset(passed), failed)


def _joined(class_path: Sequence[Path]) -> str:
    return os.pathsep.join(map(str, class_path))

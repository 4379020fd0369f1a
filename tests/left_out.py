"""Says at the end of a run how many tests were left out, and why: one line a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

_SLOW = pytest.StashKey[int]()
"""How many slow tests `-m "not slow"` has deselected."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_SLOW] = 0


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        slow[0].config.stash[_SLOW] += len(slow)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tests are deselected in the workers of pytest-xdist, each of which has all tests."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["slow"] = session.config.stash[_SLOW]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    slow = getattr(node, "workeroutput", {}).get("slow", 0)
    node.config.stash[_SLOW] = max(slow, node.config.stash[_SLOW])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", ()))
    if config.stash[_SLOW]:
        reasons["slow; `make test-slow` runs them"] = config.stash[_SLOW]
    if reasons:
        terminalreporter.section("left out")
        for reason, number in reasons.most_common():
            terminalreporter.write_line(f"left out: {number} {'test' if number == 1 else 'tests'}: {reason}")


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The text that the test gave: the report of a skipped test holds its file, line and reason."""
    told = report.longrepr
    text = told[2] if isinstance(told, tuple) else str(told)
    return text.removeprefix("Skipped: ")

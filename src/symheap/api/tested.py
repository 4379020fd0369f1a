"""``symheap.test``: generate JUnit tests for Java classes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symheap.api.keywords import settings_from
from symheap.session.kept.keeping import UNKEPT
from symheap.session.settings import TEST
from symheap.session.test import JUnitRequest, JUnitResult
from symheap.session.test import test as run_test
from symheap.session.watching import Alone
from symheap.store.records import Document

__all__ = ["Tests", "test"]


@dataclass(frozen=True, slots=True, repr=False)
class Tests:
    """The generated tests.  ``print`` shows the output of ``symheap test``."""

    _result: JUnitResult

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of the tests and of the helper class that they use."""
        return tuple(Path(each["path"]) for document in self.documents for each in document["files"])

    @property
    def tests(self) -> int:
        """The number of tests."""
        return sum(each.counts[0] for each in self._result.done)

    @property
    def paths(self) -> int:
        """The number of paths; the reason of a path without a test is in `documents`."""
        return sum(each.counts[1] for each in self._result.done)

    @property
    def complete(self) -> bool:
        """Whether every path of every method has a test."""
        return not self.skipped and all(document["complete"] for document in self.documents)

    @property
    def crashes(self) -> bool:
        """Whether some test shows a crash."""
        return any(test["crash"] for each in self.documents for method in each["methods"] for test in method["tests"])

    @property
    def skipped(self) -> tuple[str, ...]:
        """Classes without tests, with the reasons."""
        return tuple(self._result.skipped)

    @property
    def documents(self) -> tuple[Document, ...]:
        """The documents of ``symheap test --format json``, one for each class."""
        return tuple(each.document for each in self._result.done)

    def __str__(self) -> str:
        return "".join(each.text for each in self._result.done)

    def __repr__(self) -> str:
        return f"<Tests {self._result.target!r}: {self.tests} tests of {self.paths} paths>"


def test(
    target: str,
    into: str | os.PathLike[str] | None = None,
    *,
    changed: bool = False,
    since: str | None = None,
    **options: Any,
) -> Tests:
    """Write JUnit tests for the Java classes at `target` into the folder `into`.  Each test was seen to pass on a JVM.

    The keywords are the options of ``symheap test``: `replay=False` runs no code of the program, `minimize="branches"`
    keeps the fewest tests with the same coverage.  No settings file is read, and no run is stored.
    """
    folder = None if into is None else Path(into)
    request = JUnitRequest(target, folder, settings_from(options, TEST), changed, since, UNKEPT)
    return Tests(run_test(request, lambda result: None, Alone()))

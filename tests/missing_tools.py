"""A test that fails because a tool of the machine is missing, such as a JDK, is skipped with the tool's name.

Marks say so beforehand where they can.  This covers the tests and fixtures that run into it: an error is taken for a
missing tool only if the tool is missing indeed.
"""

from __future__ import annotations

import shutil
from collections.abc import Generator

import pytest

from symheap_testing.java.sources import some_jdk

TOOLS = ("chromium", "dot", "gcc", "java", "javac", "mvn")
COMPILERS = ("gcc", "cc", "clang")
_NO_JDK = "no JDK found"
"""How the message begins with which the product says that it has looked for one."""
_NO_HEADER = ".h: No such file or directory"
"""How the message about a header ends.  Without a compiler only the headers of the C standard are known."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    reason = missing_tool(call.excinfo.value) if report.failed and call.excinfo is not None else None
    if reason is not None:
        path, line, _ = item.location
        report.outcome = "skipped"
        report.longrepr = (path, (line or 0) + 1, f"Skipped: {reason}")
    return report


def missing_tool(error: BaseException | None) -> str | None:
    """The reason to skip a test that ended with this error, None if it has failed by itself."""
    while error is not None:
        if isinstance(error, FileNotFoundError) and error.filename in TOOLS and shutil.which(error.filename) is None:
            return f"no {error.filename} on the PATH"
        if _NO_JDK in str(error) and some_jdk() is None:
            return "no JDK with javac"
        if str(error).endswith(_NO_HEADER) and not any(map(shutil.which, COMPILERS)):
            return "no C compiler, whose headers a program needs"
        error = error.__cause__ or error.__context__
    return None

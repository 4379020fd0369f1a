"""JUnit XML for continuous integration: suites of cases that pass, fail, are errors, or are skipped.

Laws: nothing passes that was not decided.  The document is well-formed XML 1.0 whatever the names contain: characters
that XML lacks, and control characters, are written as escapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from html import escape

from symheap.report.draw.labels import printable

_LONGEST = 1000
_LONGEST_BODY = 100_000


class CaseEnd(Enum):
    """How a case ended; the value is the name of its XML element."""

    PASSED = ""
    FAILURE = "failure"
    ERROR = "error"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Case:
    """One case.  `message` says in one line why it did not pass, `kind` classifies that, and `body` has all details."""

    owner: str
    name: str
    end: CaseEnd = CaseEnd.PASSED
    message: str = ""
    kind: str = ""
    body: str = ""
    file: str = ""
    line: int = 0
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    name: str
    cases: tuple[Case, ...]
    seconds: float = 0.0
    properties: tuple[tuple[str, str], ...] = ()


def document(suites: Sequence[Suite]) -> str:
    counts = _counts(case for suite in suites for case in suite.cases)
    seconds = sum(suite.seconds for suite in suites)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(_tag("testsuites", {"name": "symheap", **counts, "time": f"{seconds:.3f}"}))
    for suite in suites:
        lines += _suite(suite)
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _suite(suite: Suite) -> list[str]:
    head = {"name": suite.name, **_counts(suite.cases), "time": f"{suite.seconds:.3f}"}
    lines = [f"  {_tag('testsuite', head)}"]
    if suite.properties:
        properties = (_tag("property", {"name": name, "value": value}, empty=True) for name, value in suite.properties)
        lines += ["    <properties>", *(f"      {each}" for each in properties), "    </properties>"]
    return [*lines, *(line for case in suite.cases for line in _case(case)), "  </testsuite>"]


def _counts(cases: Iterable[Case]) -> dict[str, str]:
    ends = [case.end for case in cases]
    return {
        "tests": str(len(ends)),
        "failures": str(ends.count(CaseEnd.FAILURE)),
        "errors": str(ends.count(CaseEnd.ERROR)),
        "skipped": str(ends.count(CaseEnd.SKIPPED)),
    }


def _case(case: Case) -> list[str]:
    head = {"classname": case.owner, "name": case.name}
    head |= {"file": case.file} if case.file else {}
    head |= {"line": str(case.line)} if case.line else {}
    head |= {"time": f"{case.seconds:.3f}"} if case.seconds is not None else {}
    if case.end is CaseEnd.PASSED:
        return [f"    {_tag('testcase', head, empty=True)}"]
    why = {"message": case.message}
    why |= {"type": case.kind or case.end.value} if case.end is not CaseEnd.SKIPPED else {}
    body = escape(printable(case.body[:_LONGEST_BODY], newlines=True), quote=False)
    inside = f"{_tag(case.end.value, why)}{body}</{case.end.value}>" if body else _tag(case.end.value, why, empty=True)
    return [f"    {_tag('testcase', head)}", f"      {inside}", "    </testcase>"]


def _tag(name: str, attributes: dict[str, str], *, empty: bool = False) -> str:
    written = "".join(f' {key}="{_attribute(value)}"' for key, value in attributes.items())
    return f"<{name}{written}{'/' if empty else ''}>"


def _attribute(value: str) -> str:
    shown = printable(value)
    if len(shown) > _LONGEST:
        shown = f"{shown[: _LONGEST // 2]} … {shown[-_LONGEST // 2 :]}"
    return escape(shown)

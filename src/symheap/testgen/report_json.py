"""The results for classes as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.report.formats.json import SCHEMA
from symheap.store.records import Json
from symheap.testgen.cases import NoTest, Test
from symheap.testgen.replay.coverage import Coverage
from symheap.testgen.results import Generated, MethodTests


def document(target: str, classes: Sequence[dict[str, Json]], skipped: Sequence[str] = ()) -> dict[str, Json]:
    """Return the document of several classes, each in the form of `generated`."""
    return {
        "schema": SCHEMA,
        "target": target,
        "classes": [*classes],
        "skipped": list(skipped),
    }


def generated(each: Generated) -> dict[str, Json]:
    return {
        "class": each.class_name,
        "test_class": each.test_class,
        "files": [{"path": str(file.path), "fate": file.fate.value} for file in each.files],
        "methods": [_method(method) for method in each.methods],
        "skipped": list(each.skipped),
        "complete": each.is_complete,
        "replayed": each.replayed,
        "coverage": None if each.coverage is None else _coverage(each.coverage),
        "left_out": each.left_out,
        "bounds": each.bounds,
        "findings": [
            {
                "place": finding.place,
                "what": finding.what,
                "error": finding.crash.error,
                "member": finding.crash.member,
                "stack": list(finding.crash.stack),
                "branches": [
                    {"kind": kind, "choice": choice, "position": position}
                    for kind, choice, position in finding.crash.branches
                ],
                "tests": [test.name for test in finding.tests],
                "reached": finding.is_reached,
                "rank": finding.standing.level,
                "reason": finding.standing.reason,
                "statements": list(finding.standing.statements),
            }
            for finding in each.findings
        ],
        "seconds": round(each.seconds, 6),
    }


def _method(method: MethodTests) -> dict[str, Json]:
    return {
        "name": method.name,
        "target": method.target,
        "paths": method.paths,
        "stopped": method.stopped.value if method.stopped is not None else None,
        "tests": [_test(test) for test in method.tests],
        "without": [_without(each) for each in method.without],
        "assumptions": list(method.assumptions),
        "seconds": round(method.seconds, 6),
    }


def _test(test: Test) -> dict[str, Json]:
    return {"path": test.candidate.path, "name": test.name, "throws": test.throws, "crash": test.crash}


def _without(each: NoTest) -> dict[str, Json]:
    return {"path": each.path, "why": each.why.value, "detail": each.detail, "repro": each.repro}


def _coverage(coverage: Coverage) -> dict[str, Json]:
    return {
        "lines": {"hit": coverage.lines_hit, "all": coverage.lines},
        "branches": {"hit": coverage.branches_hit, "all": coverage.branches},
        "missed_lines": [f"{file}:{line}" for file, line in coverage.missed_lines],
        "missed_branches": [
            f"{each.site.owner}.{each.site.method} {each.site.ordinal} {each.outcome}"
            for each in coverage.missed_branches
        ],
    }

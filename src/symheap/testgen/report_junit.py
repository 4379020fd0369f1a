"""The results for classes as JUnit XML: a suite per class, a case per test.

A test that passes on a JVM passes here, unless it shows a crash: then it fails, because the reader should look at it.
A path without a test is skipped with the reason; one whose test was withheld is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symheap.report.formats import junit
from symheap.report.formats.junit import Case, CaseEnd, Suite
from symheap.store.records import Document
from symheap.testgen.cases import Why

_LINE = re.compile(r"(.+):(\d+)")
_FAULTS = (Why.MISMATCH.value, Why.NOT_COMPILED.value)
_ANOTHER = Why.DUPLICATE.value


def document(target: str, classes: Sequence[Document], skipped: Sequence[str]) -> str:
    suites = [_suite(each) for each in classes]
    if skipped:
        cases = tuple(Case(target, f"no tests: {each}", CaseEnd.ERROR, each, "no-tests") for each in skipped)
        suites.append(Suite(f"{target}: no tests", cases))
    return junit.document(suites)


def _suite(tested: Document) -> Suite:
    crashes = {name: finding for finding in tested["findings"] for name in finding["tests"]}
    cases = [case for method in tested["methods"] for case in _method(tested, method, crashes)]
    owner = tested["test_class"]
    cases += [Case(owner, f"not explored: {each}", CaseEnd.ERROR, each, "not-explored") for each in tested["skipped"]]
    properties = (
        ("class", tested["class"]),
        ("complete", str(tested["complete"]).lower()),
        ("replayed", str(tested["replayed"]).lower()),
        *(("bounds", text) for text in (tested["bounds"],) if text),
    )
    return Suite(owner, tuple(cases), tested["seconds"], properties)


def _method(tested: Document, method: Document, crashes: dict[str, Document]) -> Iterator[Case]:
    owner = tested["test_class"]
    for test in method["tests"]:
        yield _test(tested, test, crashes.get(test["name"]))
    for each in method["without"]:
        if each["why"] != _ANOTHER:
            end = CaseEnd.ERROR if each["why"] in _FAULTS else CaseEnd.SKIPPED
            name, why = f"{method['name']} path {each['path']}", f"no test, {each['why']}: {each['detail']}"
            yield Case(owner, name, end, why, each["why"], each["repro"])
    if method["stopped"] is not None:
        why = f"stopped by {method['stopped']}: paths may be missing"
        yield Case(owner, f"{method['name']}: all paths", CaseEnd.ERROR, why, method["stopped"])


def _test(tested: Document, test: Document, finding: Document | None) -> Case:
    owner, name = tested["test_class"], test["name"]
    if test["crash"]:
        what = f"{finding['place']}: {finding['what']}" if finding is not None else f"throws {test['throws']}"
        at = _LINE.fullmatch(finding["place"]) if finding is not None else None
        kind = finding["error"] if finding is not None else "crash"
        file, line = (at[1], int(at[2])) if at is not None else ("", 0)
        if finding is not None and finding.get("rank", "error") != "error":
            return Case(owner, name, CaseEnd.SKIPPED, f"{what}: {finding['reason']}", kind, "", file, line)
        return Case(owner, name, CaseEnd.FAILURE, what, kind, "", file, line)
    if not tested["replayed"]:
        return Case(owner, name, CaseEnd.SKIPPED, "the test was written, but not run")
    return Case(owner, name)

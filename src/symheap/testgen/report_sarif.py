"""The results for classes as SARIF: a result for each crash that a test shows, and notes about paths without tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from symheap.report.formats.sarif import SarifEnd, SarifNote, SarifPlace, SarifResult, SarifStep, log
from symheap.store.records import Document, Json
from symheap.testgen.cases import Why

_LINE = re.compile(r"(.+):(\d+)")
_ANOTHER = Why.DUPLICATE.value


def document(
    target: str, classes: Sequence[Document], skipped: Sequence[str], ended: SarifEnd, root: Path
) -> dict[str, Json]:
    results = [_result(target, each, finding) for each in classes for finding in each["findings"]]
    notes = [note for each in classes for note in _notes(each)]
    notes += [SarifNote(f"no tests: {each}") for each in skipped]
    properties: dict[str, Json] = {
        "target": target,
        "complete": not skipped and all(each["complete"] for each in classes),
        "testClasses": [each["test_class"] for each in classes],
    }
    return log(("test", target), results, notes, ended, root, properties)


def _result(target: str, tested: Document, finding: Document) -> SarifResult:
    """Return a finding.

    In runs of earlier versions, which have no ranks, it is a warning if only the helper can create its state.
    """
    level = finding.get("rank") or ("error" if finding["reached"] else "warning")
    reason = f"; {finding['reason']}" if level != "error" and "reason" in finding else ""
    at = _place(target, finding["place"], finding["member"])
    steps = [
        SarifStep(_place(target, branch["position"]), f"{branch['kind']}: {branch['choice']}")
        for branch in finding["branches"]
    ]
    tests: list[Json] = [f"{tested['test_class']}.{name}" for name in finding["tests"]]
    return SarifResult(
        finding["error"],
        level,
        f"{finding['what']}{reason}",
        at,
        (*steps, SarifStep(at, finding["what"])),
        tuple(SarifStep(_place(target, each), f"in {each}") for each in finding["stack"]),
        properties={"tests": tests, "replayed": ["jvm"] if tested["replayed"] else []},
    )


def _place(target: str, written: str, member: str = "") -> SarifPlace:
    """Parse a place in compiler format; without a line, return the file that holds the class."""
    match = _LINE.fullmatch(written)
    if match is not None and (Path(match[1]).is_file() or not member):
        return SarifPlace(match[1], int(match[2]), member=member)
    path = target.partition("::")[0]
    return SarifPlace("" if path.startswith("jrt:") else path, member=member or written)


def _notes(tested: Document) -> Iterator[SarifNote]:
    name = tested["class"]
    for method in tested["methods"]:
        if method["stopped"] is not None:
            yield SarifNote(f"{name}: {method['name']}: stopped by {method['stopped']}: paths may be missing")
        reasons: dict[str, int] = {}
        for each in method["without"]:
            reasons[each["why"]] = reasons.get(each["why"], 0) + 1
        for why, count in reasons.items():
            if why != _ANOTHER:
                yield SarifNote(
                    f"{name}: {method['name']}: no test, {why}: {count} {'path' if count == 1 else 'paths'}"
                )
    yield from (SarifNote(f"{name}: not explored: {each}") for each in tested["skipped"])
    if not tested["replayed"] and any(method["tests"] for method in tested["methods"]):
        yield SarifNote(f"{name}: the tests were not run")

"""``symheap diff``: compare the results of two runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from symheap.cli.terminal.streams import painter
from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint
from symheap.report.explore.derived import kept_paths
from symheap.report.formats import json
from symheap.report.words import counted
from symheap.session.status import Status
from symheap.store.file import RunFile
from symheap.store.folder import find, runs_folder
from symheap.store.listing import is_complete, skipped
from symheap.store.records import Document, Json, KeptPath, KeptSubject, RunState

_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Difference:
    """The differences of one subject: results that only one run has, and results that changed."""

    target: str
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    left_open: tuple[str, ...] = field(default=(), compare=False)

    @property
    def is_none(self) -> bool:
        return not (self.first or self.second or self.changed)

    def form(self) -> dict[str, Json]:
        sides: dict[str, Json] = {"only_first": list(self.first), "only_second": list(self.second)}
        return {"target": self.target, **sides, "changed": list(self.changed), "left_open": list(self.left_open)}


def diff(first: str, second: str, form: str, *, quiet: bool = False) -> Status:
    folder = runs_folder(os.environ)
    with RunFile.read(find(folder, first)) as one, RunFile.read(find(folder, second)) as other:
        subject_differences = [*differences(one, other)]
        names = (one.header.id, other.header.id)
    same = all(each.is_none for each in subject_differences)
    if form == "json":
        subjects: list[Json] = [each.form() for each in subject_differences if not each.is_none or each.left_open]
        document: dict[str, Json] = {"schema": json.SCHEMA, "first": names[0], "second": names[1], "same": same}
        sys.stdout.write(json.text({**document, "subjects": subjects}))
    elif not quiet:
        sys.stdout.write(_text(subject_differences, names, painter(sys.stdout)))
    if not same:
        return Status.FINDINGS
    return Status.INCONCLUSIVE if any(each.left_open for each in subject_differences) else Status.CLEAN


def differences(one: RunFile, other: RunFile) -> Iterator[Difference]:
    """Yield the differences subject by subject.

    If each run has one subject, these are compared whatever their names.
    """
    left, right = ({_name(each): each for each in run.subjects()} for run in (one, other))
    if len(left) == len(right) == 1:
        [[name, mine]], [theirs] = left.items(), right.values()
        yield _compared(name, one, mine, other, theirs)
        return
    for name in dict.fromkeys((*left, *right)):
        if name not in right:
            yield Difference(name, first=("the whole",))
        elif name not in left:
            yield Difference(name, second=("the whole",))
        else:
            yield _compared(name, one, left[name], other, right[name])


def _name(subject: KeptSubject) -> str:
    """Return the name of a subject; a method may be explored and tested under the same name."""
    return f"tests of {subject.target}" if subject.kind == "tests" else subject.target


def _compared(name: str, one: RunFile, mine: KeptSubject, other: RunFile, theirs: KeptSubject) -> Difference:
    left, right = _results(one, mine), _results(other, theirs)
    return Difference(
        name,
        tuple(dict.fromkeys(left[key][0] for key in left if key not in right)),
        tuple(dict.fromkeys(right[key][0] for key in right if key not in left)),
        tuple(
            f"{left[key][0]}: {left[key][1]} became {right[key][1]}"
            for key in left
            if key in right and left[key][1] != right[key][1]
        ),
        tuple(filter(None, (_left_open(one, mine), _left_open(other, theirs)))),
    )


def _results(run: RunFile, subject: KeptSubject) -> dict[tuple[str, ...], tuple[str, str]]:
    """Return each result as (description, value) by its identity.  The value may differ between runs."""
    results = {("path", *path.key): (_path(path), "") for path in kept_paths(run, subject.number) if path.confirmed}
    for kind in ("row", "test"):
        for key, document in run.items(subject.number, kind).items():
            results[kind, key] = (key, _value(document))
    document = subject.document or {}
    for finding in document.get("findings", ()):
        what = finding.get("message") or finding.get("detail") or ""
        place = finding.get("place") or f"{finding.get('file')}:{finding.get('line')}"
        label = f"finding {finding.get('error') or finding.get('kind') or finding.get('what')} at {place}"
        results["finding", label, what] = (f"{label} {what}".rstrip(), "")
    if "verdict" in document:
        results["verdict",] = ("verdict", f"{document['verdict']} {document.get('reason') or ''}".rstrip())
    return results


def _path(path: KeptPath) -> str:
    return f"path: {path.ending}, when {' and '.join(path.conditions) or 'always'}"


def _value(document: Document) -> str:
    outcome = document.get("outcome")
    return f"{outcome}, {document.get('traces')} traces" if outcome is not None else ""


def _left_open(run: RunFile, subject: KeptSubject) -> str:
    if subject.document is None or run.standing().state is not RunState.FINISHED:
        return f"{run.header.id} did not come to its end"
    if skipped(run) or not is_complete(subject, run.standing()):
        return f"{run.header.id} is not complete"
    return ""


def _text(found: list[Difference], names: tuple[str, str], paint: Paint) -> str:
    lines: list[str] = []
    for each in found:
        if not each.is_none or each.left_open:
            lines.append(f"=== {printable(each.target)}")
            lines += _side("-", each.first, names[0], paint) + _side("+", each.second, names[1], paint)
            lines += [f"  ~ {printable(text)}" for text in each.changed]
            lines += [paint(f"  {printable(text)}", "open") for text in each.left_open]
    ways = sum(len(each.first) + len(each.second) + len(each.changed) for each in found)
    same = f"the runs found the same ({counted(len(found), 'subject')})"
    lines.append(paint(counted(ways, "difference"), "bad") if ways else paint(same, "good"))
    return "\n".join(lines) + "\n"


def _side(sign: str, results: tuple[str, ...], name: str, paint: Paint) -> list[str]:
    if not results:
        return []
    lines = [paint(f"  only {name}:", "faint")]
    lines += [f"  {sign} {printable(text)}" for text in results[:_SHOWN]]
    return lines + ([f"  {sign} … and {len(results) - _SHOWN} more"] if len(results) > _SHOWN else [])

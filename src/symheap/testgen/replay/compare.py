"""Compare the prediction of a test with its run on the JVM."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from symheap.lang.java.files.jdk import Jdk
from symheap.testgen.jumps import Event, Jumps
from symheap.testgen.paths import OwnPath
from symheap.testgen.replay.events import Seen, Status
from symheap.testgen.replay.sources import Source

_BEFORE, _AFTER = 5, 3


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The JVM behaved differently: one sentence, and both sides around the first difference."""

    detail: str
    text: str


def compare(predicted: OwnPath, seen: Seen, jumps: Jumps) -> Mismatch | None:
    """Return None if the test passed and its act took the predicted path, as far as the JVM could observe it.

    Classes that could not be probed are ignored on both sides.  Of a run with too many events, the first ones are
    compared.
    """
    if seen.status is not Status.PASSED:
        return Mismatch(f"{seen.status.value}: {seen.detail}", "\n".join(("on the JVM:", *_indented(seen.trace))))
    own = tuple(event for event in predicted.events if event.site.owner not in seen.unprobed)
    there = seen.events(jumps)
    if not seen.is_whole:
        own = own[: len(there)]
    if own == there:
        return None
    at = next((k for k, (a, b) in enumerate(zip(own, there, strict=False)) if a != b), min(len(own), len(there)))
    detail = f"jump {at + 1}: predicted {_said(own, at, jumps)}, on the JVM {_said(there, at, jumps)}"
    return Mismatch(detail, "\n".join((*_context("predicted", own, at, jumps), *_context("JVM", there, at, jumps))))


def reproduction(
    mismatch: Mismatch, source: Source, test: str, class_path: Sequence[Path], jdk: Jdk, predicted: OwnPath
) -> str:
    """Return all data to reproduce a mismatch."""
    place = next(each for each in source.tests if each.name == test)
    text = source.text.split("\n")[place.first - 1 : place.last]
    return "\n".join(
        (
            f"test: {source.full_name}.{test}",
            f"JDK: {jdk.version} at {jdk.home}",
            f"class path: {os.pathsep.join(map(str, class_path))}",
            f"predicted end: {predicted.end}",
            mismatch.detail,
            mismatch.text,
            "source of the test:",
            *text,
            "predicted path:",
            *_indented(tuple(f"{e.site.owner}.{e.site.method} {e.site.ordinal} {e.outcome}" for e in predicted.events)),
        )
    )


def _said(events: Sequence[Event], at: int, jumps: Jumps) -> str:
    return _shown(events[at], jumps) if at < len(events) else "the end"


def _shown(event: Event, jumps: Jumps) -> str:
    site = event.site
    line = jumps.line(site)
    where = f"{jumps.source(site.owner)}:{line}" if line else site.owner
    return f"{where} ({site.method} jump {site.ordinal}) {event.outcome}"


def _context(side: str, events: Sequence[Event], at: int, jumps: Jumps) -> list[str]:
    """Return the events around the first difference."""
    first, last = max(0, at - _BEFORE), min(len(events), at + _AFTER + 1)
    shown = [f"{'>' if k == at else ' '} {k + 1}: {_shown(events[k], jumps)}" for k in range(first, last)]
    if at >= len(events):
        shown.append(f"> {at + 1}: the end")
    return [f"{side}, {len(events)} jumps:", *_indented(shown)]


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]

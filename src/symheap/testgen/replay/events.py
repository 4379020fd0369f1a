"""Parse the replies of the child process about tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from symheap.testgen.jumps import Event, Jumps, Site


class Status(Enum):
    """The outcome of a test.  The value is its name in reports."""

    PASSED = "passed"
    FAILED = "failed"
    TIMEOUT = "timeout"
    ENDED = "the JVM ended"
    NOT_COMPILED = "not compiled"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Hits:
    """The lines reached, by class, and the outcomes of jumps: 1 for a jump that was taken, 0 for one that was not."""

    lines: frozenset[tuple[str, int]] = frozenset()
    jumps: frozenset[tuple[Site, int]] = frozenset()


NO_HITS = Hits()


@dataclass(frozen=True, slots=True)
class Seen:
    """The observations of a test.

    `detail` is one sentence for a test that did not pass, `trace` the stack frames.  `raw` are the jumps of the act
    outside initialisers, each with its outcome (0, 1) or the key of a switch; `is_whole`: none was left out.  `act` is
    what the act reached, `whole` what the whole test reached.  `threads` are those that the test left running, `output`
    is its output.
    """

    status: Status
    detail: str = ""
    trace: tuple[str, ...] = ()
    raw: tuple[tuple[Site, int], ...] = ()
    is_whole: bool = True
    act: Hits = NO_HITS
    whole: Hits = NO_HITS
    threads: tuple[str, ...] = ()
    output: str = ""
    unprobed: frozenset[str] = frozenset()
    is_spent: bool = False

    def events(self, jumps: Jumps) -> tuple[Event, ...]:
        """Return the jumps of the act, in the form of the predictions."""
        events: list[Event] = []
        for site, value in self.raw:
            jump = jumps.at(site)
            outcome = None if jump is None else jump.outcome(value)
            if outcome is not None:
                events.append(Event(site, outcome))
        return tuple(events)


Reply = Mapping[str, Any]


def seen_of(line: str, seconds: float) -> Seen:
    """Parse the reply to a request to run a test.  Raises ValueError for other texts."""
    reply: Reply = json.loads(line)
    status = Status(reply["status"])
    common = Seen(
        status,
        trace=tuple(reply["trace"]),
        output=str(reply["output"]),
        unprobed=frozenset(reply["unprobed"]),
        is_spent=bool(reply["spent"]),
    )
    if status is Status.TIMEOUT:
        at = f", at {reply['trace'][0]}" if reply["trace"] else ""
        return replace(common, detail=f"no end after {seconds:g} s{at}")
    sites = {number: Site(owner, method, ordinal) for number, owner, method, ordinal in reply["sites"]}
    events = reply["events"]
    return replace(
        common,
        detail=_detail(reply),
        raw=tuple((sites[at], value) for at, value in zip(events[::2], events[1::2], strict=True)),
        is_whole=not reply["truncated"],
        act=_hits(reply["act"], sites),
        whole=_hits(reply["test"], sites),
        threads=tuple(reply["threads"]),
    )


def _detail(reply: Reply) -> str:
    if reply["thrown"] is None:
        return ""
    message = reply["message"]
    return f"{reply['thrown']}: {message}" if message else str(reply["thrown"])


def _hits(part: Reply, sites: Mapping[int, Site]) -> Hits:
    jumps: set[tuple[Site, int]] = {(sites[at], 1) for at in part["taken"]}
    jumps |= {(sites[at], 0) for at in part["passed"]}
    jumps |= {(sites[at], key) for at, keys in part["keys"] for key in keys}
    return Hits(frozenset((owner, line) for owner, line in part["lines"]), frozenset(jumps))

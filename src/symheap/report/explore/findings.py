"""The findings of a run, by place: crashes, exceptions thrown on purpose, and unsupported features."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from symheap.core.outcome import Cut, Returned, Threw, Unsupported
from symheap.core.source import Position
from symheap.objects.decisions import PathKey
from symheap.report.explore.crashes import is_crash


class CountedTrace(Protocol):
    """The parts of a trace that are needed to count it."""

    @property
    def end(self) -> Returned[object] | Threw | Cut | Unsupported: ...

    @property
    def key(self) -> PathKey: ...

    @property
    def confirmed(self) -> bool: ...


@dataclass(slots=True)
class Finding:
    """One end at one place, for any number of paths.  `example` is the number of the first path.

    `position` is the place in the program under test; the end itself may be in a library that was called there.
    `trace` is the trace of the first path, if this process has found it.  `counted` is the number of paths if these are
    not known any more.
    """

    end: Threw | Unsupported
    position: Position
    example: str
    paths: set[PathKey] = field(default_factory=set)
    trace: CountedTrace | None = field(default=None, repr=False)
    counted: int = 0

    @property
    def count(self) -> int:
        return self.counted or len(self.paths)


class Findings:
    """Collects confirmed traces.  Ends with the same text are one; in compiled code, those of one line."""

    def __init__(self, is_own: Callable[[Position], bool]) -> None:
        self._is_own = is_own
        self._found: dict[tuple[str, ...], Finding] = {}

    def add(self, trace: CountedTrace, number: str) -> None:
        """Count the trace that has the number `number`."""
        end = trace.end
        if not trace.confirmed or not isinstance(end, Threw | Unsupported):
            return
        what = (end.error.value, end.exception, end.detail) if isinstance(end, Threw) else (end.what,)
        at = self.place(end)
        new = Finding(end, at, number, trace=trace)
        finding = self._found.setdefault((*what, str(at), str(end.position)), new)
        finding.paths.add(trace.key)

    def place(self, end: Threw | Unsupported) -> Position:
        """Return the innermost call in the program under test."""
        return next((position for position in end.stack if self._is_own(position)), end.position)

    @property
    def crashes(self) -> tuple[Finding, ...]:
        """Errors that the program did not throw on purpose, by place."""
        return _by_place(self._threw(crashes=True))

    @property
    def thrown(self) -> tuple[Finding, ...]:
        """Exceptions that the program throws on purpose, by place."""
        return _by_place(self._threw(crashes=False))

    def _threw(self, *, crashes: bool) -> Iterator[Finding]:
        for each in self._found.values():
            if isinstance(each.end, Threw) and is_crash(each.end, self._is_own) is crashes:
                yield each

    @property
    def unsupported(self) -> tuple[Finding, ...]:
        """Unsupported features, those that end the most paths first."""
        unsupported = [f for f in self._found.values() if isinstance(f.end, Unsupported)]
        return tuple(
            sorted(unsupported, key=lambda f: (-f.count, f.end.what if isinstance(f.end, Unsupported) else ""))
        )


def _by_place(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    def order(finding: Finding) -> tuple[str, int, int, str]:
        at, end = finding.position, finding.end
        return at.file, at.line, at.column, end.error.value if isinstance(end, Threw) else end.what

    return tuple(sorted(findings, key=order))

"""Parse reports of AddressSanitizer, the bounds checks and the harness: kinds of errors, and positions.

The kinds of error that a report may correspond to:

- ``heap-use-after-free``: use-after-free; ``stack-use-after-scope`` and ``-return``: use-after-scope;
- ``…-buffer-overflow`` and ``-underflow``, and an index out of bounds: out-of-bounds;
- all of these also invalid-dereference: an address that came from no object may be that of a former object, or between
  objects;
- a signal at an address of the null page: null-dereference.  At another address: invalid-dereference, or out-of-bounds
  if the access is so far beyond its object that nothing is mapped there; for a write, also write-to-constant;
- poisoned memory in the arena: use-after-free if an object was freed there, else out-of-bounds;
- ``…-param-overlap``: overlapping-copy;
- a failed ``assert`` of the C library: assertion;
- ``attempting double-free`` and ``free on address which was not malloc()-ed``, and a signal in ``free`` itself:
  double-free or invalid-free, because freed memory may be freed again through an address that came from no object;
- double-free, invalid-free, invalid-call and assertion may also be reported by the harness.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.space import NULL_PAGE

_ASAN: Final = re.compile(r"^==\d+==ERROR: AddressSanitizer:? (?P<text>.*)$", re.MULTILINE)
_OWN: Final = re.compile(r"^==symheap==ERROR: (?P<kind>[\w-]+): .*$", re.MULTILINE)
_BOUNDS: Final = re.compile(
    r"^(?P<file>.*):(?P<line>\d+):\d+: runtime error: (?P<text>index .* out of bounds for type .*)$", re.MULTILINE
)
_ASSERTED: Final = re.compile(r"^[^:\n]*: (?P<file>.*):(?P<line>\d+): .*: Assertion `.*' failed\.$", re.MULTILINE)
_STACK: Final = re.compile(r"^\s+#\d+ ")
_FRAME: Final = re.compile(r"^\s+#\d+ 0x[0-9a-f]+ (?:in \S+ )?(?P<file>\S.*?):(?P<line>\d+)(?::\d+)?$")
_SIGNAL: Final = re.compile(r"(?:SEGV|BUS) on unknown address(?: (?P<address>0x[0-9a-f]+))?")
_IN_FREE: Final = re.compile(r"^\s+#\d 0x[0-9a-f]+ in (?:__interceptor_)?free\b", re.MULTILINE)
_FREED: Final = "==symheap== the address is part of an object that was freed"


@dataclass(frozen=True, slots=True)
class StackFrame:
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Report:
    """A report.

    `kinds` are those it may correspond to; `what` is its name without addresses; `frames` are innermost first.
    """

    kinds: tuple[MemoryErrorKind, ...]
    what: str
    frames: tuple[StackFrame, ...]


def reports(errors: str) -> tuple[Report, ...]:
    """Return the reports in the order in which they were made.  A bounds check does not stop the program."""
    positioned: list[tuple[int, Report]] = []
    for match in _BOUNDS.finditer(errors):
        where = StackFrame(match["file"], int(match["line"]))
        positioned.append((match.start(), Report((MemoryErrorKind.BOUNDS,), match["text"], (where,))))
    for match in _OWN.finditer(errors):
        frames = tuple(_frames(errors[match.end() :]))
        kind = MemoryErrorKind(match["kind"])
        kinds = (kind, MemoryErrorKind.INVALID_FREE) if kind is MemoryErrorKind.DOUBLE_FREE else (kind,)
        positioned.append((match.start(), Report(kinds, match["kind"], frames)))
    for match in _ASSERTED.finditer(errors):
        where = StackFrame(match["file"], int(match["line"]))
        positioned.append((match.start(), Report((MemoryErrorKind.ASSERTION,), "assertion", (where,))))
    for match in _ASAN.finditer(errors):
        rest = errors[match.end() :]
        report = Report(_kinds(match["text"], rest, _FREED in errors), _named(match["text"]), tuple(_frames(rest)))
        positioned.append((match.start(), report))
    return tuple(report for _, report in sorted(positioned, key=lambda each: each[0]))


def _named(text: str) -> str:
    """Return the name of a report without parts that differ between runs."""
    return re.split(r" on (?:unknown )?address| \(|: ", text, maxsplit=1)[0]


def _frames(text: str) -> Iterator[StackFrame]:
    """Yield the frames of the first stack in `text` whose positions are known."""
    started = False
    for line in text.split("\n"):
        if _STACK.match(line):
            started = True
            match = _FRAME.match(line)
            if match is not None:
                yield StackFrame(match["file"], int(match["line"]))
        elif started:
            return


_NAMES: Final = (
    (re.compile(r"heap-use-after-free"), (MemoryErrorKind.DANGLING, MemoryErrorKind.INVALID)),
    (re.compile(r"stack-use-after-(scope|return)"), (MemoryErrorKind.SCOPE, MemoryErrorKind.INVALID)),
    (re.compile(r"buffer-(overflow|underflow)"), (MemoryErrorKind.BOUNDS, MemoryErrorKind.INVALID)),
    (re.compile(r"attempting double-free"), (MemoryErrorKind.DOUBLE_FREE, MemoryErrorKind.INVALID_FREE)),
    (re.compile(r"attempting free on address|bad-free"), (MemoryErrorKind.INVALID_FREE, MemoryErrorKind.DOUBLE_FREE)),
    (re.compile(r"-param-overlap"), (MemoryErrorKind.OVERLAP,)),
    (re.compile(r"negative-size-param|use-after-poison"), (MemoryErrorKind.BOUNDS, MemoryErrorKind.INVALID)),
)


def _kinds(text: str, rest: str, is_freed: bool) -> tuple[MemoryErrorKind, ...]:
    """Return the kinds of a report.  `is_freed` is the harness's statement about an address in the arena."""
    if "use-after-poison" in text and is_freed:
        return (MemoryErrorKind.DANGLING, MemoryErrorKind.INVALID)
    for pattern, kinds in _NAMES:
        if pattern.search(text):
            return kinds
    signal = _SIGNAL.search(text)
    if signal is None:
        return ()
    if _IN_FREE.search(rest):
        return (MemoryErrorKind.INVALID_FREE, MemoryErrorKind.DOUBLE_FREE)
    return _of_signal(signal["address"], rest)


def _of_signal(address: str | None, rest: str) -> tuple[MemoryErrorKind, ...]:
    """Return the kinds of a signal.  An impossible address is reported as 0, with a hint."""
    is_high = "high value address" in rest
    if address is not None and int(address, 16) < NULL_PAGE and not is_high:
        return (MemoryErrorKind.NULL,)
    kinds = (MemoryErrorKind.INVALID, MemoryErrorKind.BOUNDS)
    return (*kinds, MemoryErrorKind.READ_ONLY) if "caused by a WRITE" in rest else kinds

"""Decisions of a program, the same for all machines: paths are compared by their decisions.

A path is the sequence of its decisions and its end. The decisions are

* the outcome of a `Branch`, and the kind of the arrays of a `CopyRange`,
* the class whose body a `Call` runs, and the class that a `Tell` determines,
* the class whose field a `Get` or `Put` with several candidates refers to,
* an error that becomes an exception of the program, and so does not have to end it,
* whether a class was initialised before the call, if the program can observe it (`symheap.objects.past`).

Null checks, bounds checks, casts and missing members are decided too, but only a failure needs a record: the error
either ends the path and is part of its end, or is recorded as an exception.

A decision is recorded each time it is met, even if there was no choice: a model that knows the answer and one that asks
the solver see the same path.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Literal

from symheap.core.outcome import Cut, Returned, Threw, Unsupported
from symheap.core.source import Position

Kind = Literal["branch", "call", "field", "error", "class", "merge"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision; `stack` holds the calls that led to an error, innermost first.

    A `merge` stands for all that the merged paths decided since they parted; its choice identifies them.
    """

    kind: Kind
    choice: bool | str
    position: Position
    stack: tuple[Position, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return str(self.choice).lower() if isinstance(self.choice, bool) else self.choice


class Decisions:
    """A persistent list of decisions. Extensions share the prefix, and decisions appended as a bundle are shared too.

    The digest of a list is a polynomial in the numbers of its decisions, modulo a prime, so the digest of a
    concatenation follows from those of its parts.
    """

    __slots__ = ("_digest", "before", "last", "length")

    def __init__(self, before: Decisions | None = None, last: Decision | Bundle | None = None) -> None:
        self.before = before
        self.last = last
        size = last.length if isinstance(last, Bundle) else 1
        self.length: int = before.length + size if before is not None else 0
        self._digest: int | None = None if before is not None else 0

    def then(self, decision: Decision) -> Decisions:
        return Decisions(self, decision)

    def then_all(self, bundle: Bundle) -> Decisions:
        return Decisions(self, bundle) if bundle.length else self

    def all(self) -> tuple[Decision, ...]:
        decisions: list[Decision] = []
        at: Decisions | None = self
        while at is not None and at.last is not None:
            decisions += reversed(at.last.decisions) if isinstance(at.last, Bundle) else (at.last,)
            at = at.before
        return tuple(reversed(decisions))

    def digest(self) -> int:
        """Return a digest: different for different lists, and the same in every process. Shared parts are computed
        once.
        """
        pending: list[Decisions] = []
        at = self
        while at._digest is None:
            assert at.before is not None
            pending.append(at)
            at = at.before
        value = at._digest
        for count, node in enumerate(reversed(pending), 1):
            last = node.last
            assert last is not None
            if isinstance(last, Bundle):
                value = (value * last.factor + last.digest) % _PRIME
            else:
                value = (value * _BASE + _number(_text(last))) % _PRIME
            if count % _REMEMBERED == 0:
                node._digest = value
        return value


class Bundle:
    """Consecutive decisions that many lists have in common."""

    __slots__ = ("decisions", "digest", "factor", "length")

    def __init__(self, decisions: tuple[Decision, ...]) -> None:
        self.decisions = decisions
        self.length = len(decisions)
        self.factor = pow(_BASE, len(decisions), _PRIME)
        self.digest = 0
        for decision in decisions:
            self.digest = (self.digest * _BASE + _number(_text(decision))) % _PRIME


_REMEMBERED = 32
_PRIME = (1 << 127) - 1
_BASE = 0x51_7C_C1_B7_27_22_0A_94_FE_13_AB_E8_FA_9A_6E_E1


@lru_cache(maxsize=4096)
def _number(text: str) -> int:
    """Return a number that is never 0, so that a decision at the head of a list is not lost."""
    return int.from_bytes(_hashed(b"", text), "big") % (_PRIME - 1) + 1


def _hashed(before: bytes, text: str) -> bytes:
    return blake2b(before + text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


NO_DECISIONS = Decisions()

PathKey = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Excluded:
    """An assumption did not hold: the run is out of scope and has no path."""

    position: Position
    kind = "excluded"


PathEnd = Returned[object] | Threw | Cut | Unsupported | Excluded


def path_key(decisions: tuple[Decision, ...], end: PathEnd) -> PathKey:
    """Return the identity of a path: its choices, then its end. Equal keys mean the same path of the program.

    An error is identified by its place and its calls, since the decisions before it do not determine them.
    """
    return (*map(_text, decisions), _end(end))


def path_digest(decisions: Decisions, end: PathEnd) -> int:
    """Return a number for a path: equal for equal keys, different for others, and the same in every process."""
    return int.from_bytes(_hashed(decisions.digest().to_bytes(16, "big"), _end(end)), "big")


def _text(decision: Decision) -> str:
    if decision.kind != "error":
        return str(decision)
    return f"{decision}@{_places(decision.position, decision.stack)}"


def _end(end: PathEnd) -> str:
    if isinstance(end, Returned):
        return "return"
    if isinstance(end, Threw):
        return f"{end.exception or end.error.value}@{_places(end.position, end.stack)}"
    if isinstance(end, Cut):
        return f"{end.bound.value}@{end.position.place}"
    return f"{end.kind}@{end.position.place}"


def _places(position: Position, stack: tuple[Position, ...]) -> str:
    return "<".join(at.place for at in stack) if stack else position.place

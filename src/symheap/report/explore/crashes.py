"""Count crashes as users do: one for each exception and line of the user's own code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from symheap.core.outcome import ErrorKind, Threw
from symheap.core.source import CodePosition, Position

_CHECKS: Final = (
    "java.util.Objects.require",
    "java.util.Objects.check",
    "jdk.internal.util.Preconditions.",
    "java.util.Optional.orElseThrow(Ljava",
)
"""Methods of the JDK that a program calls in order to throw.  Their exceptions count as the program's own."""

IsOwn = Callable[[Position], bool]


class CrashKey(NamedTuple):
    """A bug: the class of the exception, and the innermost line of the user's code that it passed through."""

    exception: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class CrashRank:
    """The evidence for a crash: ``error``, ``warning`` or ``note``, the reason, and the statements that run into it."""

    level: str
    reason: str
    statements: tuple[str, ...] = ()

    def words(self) -> str:
        return " ".join(self.statements) if self.statements else self.reason


Standings = Mapping[CrashKey, CrashRank]


def own_place(end: Threw, is_own: IsOwn) -> Position | None:
    """Return the innermost position in the user's code; None if the exception passed through none."""
    return next((at for at in (end.position, *end.stack) if is_own(at)), None)


def is_deliberate(end: Threw, is_own: IsOwn) -> bool:
    """Whether the user's code threw the exception itself, or called a checking method of the JDK.

    An exception that the JDK throws because of its arguments (`charAt`, `parseInt`, `next`) is not deliberate.
    """
    if end.error is not ErrorKind.EXCEPTION:
        return False
    stack = end.stack or (end.position,)
    above = [at for at in stack[: _first_own(stack, is_own)] if not _is_constructor(at)]
    return not above or (isinstance(above[-1], CodePosition) and above[-1].member.startswith(_CHECKS))


def is_crash(end: Threw, is_own: IsOwn) -> bool:
    """Whether an end is an error that the user's code did not throw on purpose."""
    return not is_deliberate(end, is_own)


def _first_own(stack: tuple[Position, ...], is_own: IsOwn) -> int:
    return next((n for n, at in enumerate(stack) if is_own(at)), len(stack))


def _is_constructor(at: Position) -> bool:
    return isinstance(at, CodePosition) and ".<init>(" in at.member


def crash_key(end: object, is_own: IsOwn) -> CrashKey | None:
    """Return the crash of an end; None if it is not a crash, or if no line of the user's code is involved."""
    if not isinstance(end, Threw) or is_deliberate(end, is_own):
        return None
    at = own_place(end, is_own)
    return None if at is None else CrashKey(end.exception or end.error.value, at.file, at.line)

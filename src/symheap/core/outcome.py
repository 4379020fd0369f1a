"""The ways in which a trace ends, and the meaning of a solver's answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from symheap.core.model import Model
from symheap.core.source import Position

V_co = TypeVar("V_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Returned(Generic[V_co]):
    """The program ended normally, with a value."""

    value: V_co
    kind = "return"


class ErrorKind(Enum):
    """The reason why a program stopped without a value. Each is an end of the program, not of the analysis."""

    NULL = "null"
    NO_FIELD = "no-such-field"
    NO_METHOD = "no-such-method"
    CAST = "bad-cast"
    TYPE = "type-error"
    UNBOUND = "unbound-variable"
    BOUNDS = "out-of-bounds"
    NEGATIVE_SIZE = "negative-size"
    ARRAY_STORE = "bad-array-store"
    ARITHMETIC = "division-by-zero"
    ASSERTION = "assertion"
    STACK_OVERFLOW = "stack-overflow"
    INITIALIZER = "failed-initializer"
    EXCEPTION = "exception"


@dataclass(frozen=True, slots=True)
class Threw:
    """An uncaught error: a null dereference, a failed cast, a missing method, or an exception thrown by the program.

    `exception` is the class of the exception object, in languages that have them. `position` is the place where it was
    created, and `stack` the calls that led there, innermost first.
    """

    error: ErrorKind
    detail: str
    position: Position
    exception: str = ""
    stack: tuple[Position, ...] = ()
    kind = "error"


class Bound(Enum):
    """The limit that stopped a trace, or the whole run, before its end."""

    CALLS = "max-calls"
    LOOP = "max-loop"
    ITERATIONS = "max-iterations"
    CALL_ITERATIONS = "max-call-iterations"
    DEPTH = "max-depth"
    INPUT_OBJECTS = "max-input-objects"
    CHAIN = "max-chain"
    TRACES = "max-traces"
    STATES = "max-states"
    QUERIES = "max-queries"
    TIME = "timeout"
    INTERRUPTED = "interrupted"
    STORE = "store-failed"
    LOST = "worker-lost"


@dataclass(frozen=True, slots=True)
class Cut:
    """A bound ended the trace; its continuation is not known."""

    bound: Bound
    position: Position
    kind = "cut"


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A feature that the analysis does not support, with its place.

    `stack` holds the calls that led there, innermost first.
    """

    what: str
    position: Position
    stack: tuple[Position, ...] = ()
    kind = "unsupported"


# Answers --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sat:
    model: Model


@dataclass(frozen=True, slots=True)
class Unsat:
    pass


@dataclass(frozen=True, slots=True)
class Unknown:
    """No answer, with the reason: a time-out, a crash, a theory that the back end does not have."""

    reason: str


Answer = Sat | Unsat | Unknown


class Purpose(Enum):
    """The purpose for which an answer is used."""

    EXPLORE = "explore"
    CLAIM = "claim"


def holds_for(answer: Answer, purpose: Purpose) -> bool:
    """Whether an answer suffices for a purpose. An unknown is worth exploring and never enough for a claim.

    This is the only function that decides the meaning of *unknown*.
    """
    if isinstance(answer, Unknown):
        return purpose is Purpose.EXPLORE
    return isinstance(answer, Sat)

"""How a trace ends, and what an answer of a solver means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from symheap.core.model import Model
from symheap.core.source import Position

V_co = TypeVar("V_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Returned(Generic[V_co]):
    """The program came to its end with a value."""

    value: V_co
    kind = "return"


class ErrorKind(Enum):
    """Why a program stopped without a value.  Each is an end of the program, not of the analysis."""

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
    """An uncaught error: a null dereference, a failed cast, a missing method; or an exception that the program threw.

    `exception` is the class of the exception object, in languages that have them, `position` is where it was made, and
    `stack` the calls that led there, innermost first.
    """

    error: ErrorKind
    detail: str
    position: Position
    exception: str = ""
    stack: tuple[Position, ...] = ()
    kind = "error"


class Bound(Enum):
    """What stopped a trace, or the whole run, before its end."""

    CALLS = "max-calls"
    LOOP = "max-loop"
    ITERATIONS = "max-iterations"
    CALL_ITERATIONS = "max-call-iterations"
    DEPTH = "max-depth"
    TRACES = "max-traces"
    STATES = "max-states"
    QUERIES = "max-queries"
    TIME = "timeout"
    INTERRUPTED = "interrupted"
    STORE = "store-failed"


@dataclass(frozen=True, slots=True)
class Cut:
    """A bound ended the trace: what lies beyond is not known."""

    bound: Bound
    position: Position
    kind = "cut"


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Something the analysis does not do, by name and place.  `stack` are the calls that led there, innermost first."""

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
    """No answer, and why: a time-out, a crash, a theory that the back end does not have."""

    reason: str


Answer = Sat | Unsat | Unknown


class Purpose(Enum):
    """What one wants to do with an answer."""

    EXPLORE = "explore"
    CLAIM = "claim"


def holds_for(answer: Answer, purpose: Purpose) -> bool:
    """The one place that says what *unknown* means: worth exploring, never enough for a claim."""
    if isinstance(answer, Unknown):
        return purpose is Purpose.EXPLORE
    return isinstance(answer, Sat)

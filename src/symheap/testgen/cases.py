"""What becomes of a path on its way to a test: a heap, statements that build it, a test; or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from symheap.engine.state import Trace
from symheap.lang.java.entry import JavaProgram
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import Run
from symheap.objects.ir import Program
from symheap.testgen.code import Code, Statement, StubClass


class Why(Enum):
    """Why a path has no test.  The value is what a report and its JSON form call it."""

    CUT = "cut"
    UNSUPPORTED = "unsupported"
    UNKNOWN = "unknown"
    TOO_LARGE = "too large"
    UNCONSTRUCTIBLE = "unconstructible"
    ENVIRONMENT = "environment"
    SHARED_STATE = "shared state"
    INITIALIZER = "initialiser"
    NOT_COMPILED = "not compiled"
    MISMATCH = "mismatch"
    NO_END = "no end on replay"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class NoTest:
    """A path without a test.  `detail` is one sentence for a person; `repro` all that is needed to see it again."""

    path: str
    why: Why
    detail: str
    repro: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A path to be tested: its end and decisions, a heap that takes it, and the concrete run on that heap.

    Law: `run` takes the path of `trace`.
    """

    java: JavaProgram
    path: str
    trace: Trace[Any]
    witness: ConcreteHeap
    run: Run


@dataclass(frozen=True, slots=True)
class Built:
    """Statements that build a heap, and what they leave behind, by the concrete interpreter.

    Laws: `heap` has a root for every input of the program, and in it the method takes the path of the candidate, as
    far as the user's code goes.  `program` is the program with those classes initialised that the statements
    initialise.
    `values` are the expressions of the inputs, by their names: a variable that a statement declares, or a literal.
    `names` are expressions for objects of `heap`, by their numbers, where a variable denotes one.
    `uses_helper`: the helper class must stand beside the test.  `checked`: a statement calls what declares checked
    exceptions.
    """

    statements: tuple[Statement, ...]
    heap: ConcreteHeap
    program: Program
    values: Mapping[str, Code]
    names: Mapping[int, Code]
    stubs: tuple[StubClass, ...] = ()
    uses_helper: bool = False
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Unconstructible:
    """No statements that a test could have build the heap: one sentence that says what stands in the way."""

    reason: str


@dataclass(frozen=True, slots=True)
class Test:
    """A test method.

    `arrange` builds the inputs, `act` is the call, as the one statement that a crash is asserted of; `asserts` look at
    what came of it.  `throws` is the exception that the call ends in; a `crash` is one that nobody threw on purpose.
    `note` is one line for the reader: when the path is taken.  `run` is the predicted run on what `built` describes.
    `restores` put static fields back that the call changes.  `checked`: the method has to declare exceptions.
    """

    __test__ = False  # not for pytest

    candidate: Candidate
    built: Built
    run: Run
    name: str
    note: str
    arrange: tuple[Statement, ...]
    act: Statement
    asserts: tuple[Statement, ...]
    throws: str | None = None
    crash: bool = False
    restores: tuple[Statement, ...] = ()
    uses_helper: bool = False
    checked: bool = False

"""The stages of a path on its way to a test: a heap, statements that build it, and the test; or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from symheap.engine.state import Trace
from symheap.lang.java.entry import JavaProgram
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import ConcreteRun
from symheap.objects.ir import Program
from symheap.testgen.code import Code, Declare, Statement, StubClass


class Why(Enum):
    """Why a path has no test.  The value is its name in reports and in JSON."""

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
    """A path without a test.  `detail` is one sentence for the user; `repro` has all data to reproduce the problem."""

    path: str
    why: Why
    detail: str
    repro: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A path to be tested: its end and decisions, a heap that takes it, and the concrete run on that heap.

    `trace` is None if the input was found by calling methods, without an exploration.

    Law: `run` takes the path of `trace`.
    """

    java: JavaProgram
    path: str
    trace: Trace[Any] | None
    witness: ConcreteHeap
    run: ConcreteRun


@dataclass(frozen=True, slots=True)
class Built:
    """Statements that build a heap, and their result in the concrete interpreter.

    Laws: `heap` has a root for every input of the program.  On it the method takes the path of the candidate, as far as
    the user's code is concerned.  `program` is the program after the class initialisations of the statements.

    `values` are the expressions of the inputs, by name: a variable that a statement declares, or a literal.  `names`
    are variables for objects of `heap`, by number.  `uses_helper`: the helper class is needed beside the test.
    `checked`: a statement calls a member that declares checked exceptions.
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
    """No permitted statements build the heap; `reason` is one sentence that names the obstacle."""

    reason: str


@dataclass(frozen=True, slots=True)
class Test:
    """A test method.

    `arrange` builds the inputs; `act` is the call, in one statement, so that a crash can be asserted of it; `asserts`
    check the results.  `throws` is the exception that ends the call; it is a `crash` unless the program throws it on
    purpose. `note` is one line for the reader: the condition of the path.  `run` is the predicted run on the objects in
    `built`. `restores` reset static fields that the call changes.  `checked`: the method must declare exceptions.
    """

    __test__ = False  # not for pytest

    candidate: Candidate
    built: Built
    run: ConcreteRun
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

    @property
    def needs_null(self) -> bool:
        """Whether null is written in the inputs or among the arguments of the call."""
        codes = [each.value if isinstance(each, Declare) else each.code for each in (*self.arrange, self.act)]
        return any("null" in part for code in codes for part in code if isinstance(part, str))

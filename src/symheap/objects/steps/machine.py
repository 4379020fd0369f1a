"""The concrete machine: its state, and the form in which it runs methods.

A method is bound before it is run: each instruction becomes a function of the machine and the registers that already
knows its operands. A block is cut into *segments*, straight lines that end where control may leave: at a call or an
initialisation, and at the end of the block.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import TypeAlias

from symheap.core.model import Plain
from symheap.core.outcome import Bound, Cut, ErrorKind, Returned, Threw, Unsupported
from symheap.core.source import Position
from symheap.core.types import ClassTable
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import Decision, Excluded
from symheap.objects.history import History
from symheap.objects.initialization import Mark
from symheap.objects.ir import Method, Program, Reg


class Pointer(int):
    """A reference: the number of an object.

    It is an ``int``, so a heap can store it, and has its own type, so the program cannot mistake it for a number.
    """

    __slots__ = ()


NOTHING = Pointer(0)

Registers = list[Plain]
End: TypeAlias = Returned[Plain] | Threw | Cut | Unsupported | Excluded


class Segment:
    """Steps in a straight line, then `last`, which returns the next segment. `position` is that of the first step."""

    __slots__ = ("block", "last", "method", "position", "size", "steps")

    def __init__(self, method: Method, block: int, steps: tuple[Step, ...], last: Last, position: Position) -> None:
        self.method = method
        self.block = block
        self.steps = steps
        self.last = last
        self.position = position
        self.size = len(steps) + 1


Step: TypeAlias = Callable[["ConcreteMachine", Registers], None]
Last: TypeAlias = Callable[["ConcreteMachine", Registers], Segment]
Frame: TypeAlias = tuple[Segment, Registers, Reg, Position]
"""A caller: its next segment, its registers, the register for the result, and the place of the call."""


class Body:
    """A method in executable form. `segments[b]` is the first segment of block b.

    There is one register more than the method has: the last one, which `DISCARD` refers to.
    """

    __slots__ = ("method", "registers", "segments")

    def __init__(self, method: Method) -> None:
        self.method = method
        self.registers = method.registers + 1
        self.segments: list[Segment] = []


class Ended(Exception):
    """Raised when the program has ended."""

    def __init__(self, end: End) -> None:
        self.end = end


class Raised(Exception):
    """Raised for an error of the instruction at `position`: the end, or the exception that it creates."""

    def __init__(self, error: ErrorKind, detail: str, position: Position) -> None:
        self.error = error
        self.detail = detail
        self.position = position


class Thrown(Exception):
    """Raised for an exception object on its way to a handler, from `position` in the current frame."""

    def __init__(self, exception: Pointer, position: Position) -> None:
        self.exception = exception
        self.position = position


class Birth:
    """The origin of an exception object: the places of the instruction and of the calls that led there.

    For a `foreign` one, which is older than the run, they are the places of its first throw.
    """

    __slots__ = ("detail", "error", "foreign", "stack")

    def __init__(self, error: ErrorKind, detail: str, stack: tuple[Position, ...], foreign: bool = False) -> None:
        self.error = error
        self.detail = detail
        self.stack = stack
        self.foreign = foreign


class Code:
    """The bound methods of a program: a cache that has no effect on runs.

    A heap is `settled` if the class and fields of every object are known, so that steps can read them directly.
    """

    def __init__(
        self,
        table: ClassTable,
        methods: Mapping[tuple[str, str], Method],
        has_exceptions: bool,
        settled: bool,
        bind: Callable[[Code, Method], Body],
    ) -> None:
        self.table = table
        self.methods = methods
        self.has_exceptions = has_exceptions
        self.settled = settled
        self._bind = bind
        self._bodies: dict[Method, Body] = {}

    def body(self, method: Method) -> Body:
        bound = self._bodies.get(method)
        if bound is None:
            bound = self._bodies[method] = self._bind(self, method)
        return bound


class Loops:
    """How often each loop of each frame has been taken, for runs with a bound on that."""

    __slots__ = ("_limit", "_taken")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken: list[dict[tuple[int, int], int]] = []

    def enter(self, depth: int) -> None:
        """Note that control is in the frame at `depth`: deeper frames are gone, and a new one has taken no loop."""
        del self._taken[depth + 1 :]
        while len(self._taken) <= depth:
            self._taken.append({})

    def go(self, method: Method, depth: int, edge: tuple[int, int], position: Position) -> None:
        """Note that control takes an edge between two blocks in the frame at `depth`: a loop again, or into one."""
        taken = self._taken[depth]
        if edge not in method.back_edges:
            for loop in taken:
                if loop[1] == edge[1]:
                    taken[loop] = 0
            return
        taken[edge] = taken.get(edge, 0) + 1
        if taken[edge] > self._limit:
            raise Ended(Cut(Bound.LOOP, position))


class ConcreteMachine:
    """The state of a run."""

    __slots__ = (
        "arbitrary",
        "births",
        "closed",
        "code",
        "decisions",
        "frames",
        "heap",
        "history",
        "initialized",
        "initializers",
        "initializing",
        "locks",
        "loops",
        "marks",
        "max_calls",
        "method",
        "overflows",
        "pinned",
        "program",
        "registers",
        "thrown",
        "told_entry",
    )

    def __init__(self, program: Program, code: Code, heap: ConcreteHeap, max_calls: int) -> None:
        self.program = program
        self.code = code
        self.heap = heap
        self.max_calls = max_calls
        self.arbitrary = 0
        """How many values were any value of their type."""
        self.closed = False
        """Whether the run has no inputs, so that it cannot go on where it asks for one."""
        self.overflows = False
        """Whether a call that goes deeper than `max_calls` throws, as on a JVM, and is not cut."""
        self.pinned = False
        """Whether some identity hash code was taken to be a constant."""
        self.locks: list[tuple[Registers, Pointer]] = []
        """The monitors that methods have entered, each known by its registers.  Some may have ended meanwhile."""
        self.decisions: list[Decision] | deque[Decision] = []
        self.frames: list[Frame] = []
        self.registers: Registers = []
        self.method = program.entry
        self.initialized = program.initialized
        self.marks: dict[str, Mark] = {}
        self.history: History = ()
        self.initializers = 0
        """How many initialisers are running, each within the one before."""
        self.initializing: list[int] = []
        """How many decisions there were, in turn, where the outermost initialiser began and where it ended."""
        self.births: dict[int, Birth] = {}
        self.thrown = NOTHING
        self.loops: Loops | None = None
        self.told_entry = False
        """Whether a model has been told of the method that the run began with."""

    def enter_initializer(self) -> None:
        if not self.initializers:
            self.initializing.append(len(self.decisions))
        self.initializers += 1

    def leave_initializer(self) -> None:
        self.initializers -= 1
        if not self.initializers:
            self.initializing.append(len(self.decisions))

    def stack(self, position: Position) -> tuple[Position, ...]:
        """Return the places of control, innermost first: `position` in the current frame, then the calls."""
        return (position, *[at for _, _, _, at in reversed(self.frames)])

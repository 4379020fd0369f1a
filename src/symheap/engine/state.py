"""The state of one trace: frozen, so that forks share everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar, cast

import immutables

from symheap.core.outcome import Cut, ErrorKind, Returned, Threw, Unsupported
from symheap.core.source import Position
from symheap.core.terms import Op, Term, Value
from symheap.heap.api import Cell, Ref
from symheap.objects.decisions import Decision, Decisions, PathKey, path_digest, path_key
from symheap.objects.history import History
from symheap.objects.host import Part
from symheap.objects.initialization import Changes, Mark
from symheap.objects.ir import DISCARD, Instruction, Method, Reg
from symheap.solver.path import PathCondition

H = TypeVar("H")

LoopEdge = tuple[int, int]
"""The back edge of a loop: the numbers of its blocks."""
LoopCounts = immutables.Map[LoopEdge, int]

End = Returned[Cell] | Threw | Cut | Unsupported


class Frame(NamedTuple):
    """A running method. `dst` is the caller's register for its result; `loops` counts back edges taken.

    `locks` are the objects whose monitors it has entered, the latest one last.
    """

    method: Method
    block: int
    offset: int
    registers: tuple[Cell, ...]
    caller: Frame | None
    dst: Reg
    depth: int
    loops: LoopCounts
    locks: tuple[Ref, ...] = ()

    def instruction(self) -> Instruction:
        return self.method.blocks[self.block][self.offset]

    def set(self, dst: Reg, value: Cell) -> Frame:
        """Write a register and move on to the next instruction."""
        if dst == DISCARD:
            return self.next()
        registers = (*self.registers[:dst], value, *self.registers[dst + 1 :])
        method, block, offset, _, caller, result, depth, loops, locks = self
        return Frame(method, block, offset + 1, registers, caller, result, depth, loops, locks)

    def next(self) -> Frame:
        method, block, offset, registers, caller, result, depth, loops, locks = self
        return Frame(method, block, offset + 1, registers, caller, result, depth, loops, locks)

    def at(self, block: int) -> Frame:
        return self._replace(block=block, offset=0)

    def handling(self, block: int, reg: Reg, exception: Cell) -> Frame:
        """Enter a handler's block, with the exception in its register."""
        registers = (*self.registers[:reg], exception, *self.registers[reg + 1 :])
        return self._replace(block=block, offset=0, registers=registers)

    def stack(self) -> tuple[Position, ...]:
        """Return the positions of control, innermost first."""
        positions: list[Position] = []
        at: Frame | None = self
        while at is not None:
            positions.append(at.instruction().position)
            at = at.caller
        return tuple(positions)


NO_LOOPS: immutables.Map[tuple[int, int], int] = immutables.Map()


class Birth(NamedTuple):
    """The origin of an exception object, or for one from the input, its first throw.

    `ref` refers to an object that the trace allocated.
    """

    error: ErrorKind
    detail: str
    stack: tuple[Position, ...]
    ref: Ref | None = None
    foreign: bool = False


class Text(NamedTuple):
    """A string whose contents are deferred: the parts that it is joined from, see `symheap.objects.host.Part`.

    With `room` it is the text of a builder, whose array has room for more: the first part is the builder's earlier
    text, and each other part was appended by itself. `written` is the condition under which its contents have been
    materialised.
    """

    ref: Ref
    parts: tuple[Part, ...]
    room: bool
    written: Value = False

    def is_written(self, when: Value) -> bool:
        """Whether the contents are already materialised under `when`."""
        written = self.written
        return written is when or (isinstance(written, Term) and written.op is Op.OR and when in written.args)


class Asked(NamedTuple):
    """The answers that a trace has had from the machine that runs the program.

    `once` are the inputs with one value per run, by name, see `Consult`; `hashes` the objects whose identity hash codes
    are inputs, with these; `pinned` says that a constant was used for some identity hash code.
    """

    once: immutables.Map[str, Cell] = immutables.Map()
    hashes: tuple[tuple[Ref, Term], ...] = ()
    pinned: bool = False


Classes = immutables.Map[str, Mark]
Births = immutables.Map[Ref, Birth]
Texts = immutables.Map[Ref, Text]


UNCOUNTED = -1
_BEFORE = (-1, -1)
ALL_LOOPS = (-2, -2)
"""A key that is no back edge: it counts the iterations of all loops of a frame, if there is a bound on them."""


class State(NamedTuple, Generic[H]):
    """One trace so far.

    `inputs` are those of the program, then the result of each `Arbitrary`, in the order of the trace. `doubtful` says
    that some choice on it rests on an unknown answer. `classes` are the classes whose initialiser the trace has begun.
    `births` holds the origins of exception objects. `iterations` counts the iterations of all loops; after merging
    it may be a choice between numbers. `texts` are the
    strings whose contents are deferred, by their locations. `asked` holds the answers of the machine that runs the
    program. `history` has the classes for which it is decided whether they were initialised before the call.
    """

    frame: Frame
    heap: H
    path: PathCondition
    decisions: Decisions
    inputs: tuple[Cell, ...]
    doubtful: bool
    classes: Classes = immutables.Map()
    births: Births = immutables.Map()
    iterations: Value = 0
    texts: Texts = immutables.Map()
    asked: Asked = Asked()
    history: History = ()

    def with_frame(self, frame: Frame) -> State[H]:
        _, heap, path, decisions, inputs, doubtful, classes, births, iterations, texts, asked, history = self
        return State(frame, heap, path, decisions, inputs, doubtful, classes, births, iterations, texts, asked, history)

    def set(self, dst: Reg, value: Cell) -> State[H]:
        frame, heap, path, decisions, inputs, doubtful, classes, births, iterations, texts, asked, history = self
        return State(
            frame.set(dst, value),
            heap,
            path,
            decisions,
            inputs,
            doubtful,
            classes,
            births,
            iterations,
            texts,
            asked,
            history,
        )

    def next(self) -> State[H]:
        return self.with_frame(self.frame.next())

    def with_heap(self, heap: H) -> State[H]:
        frame, _, path, decisions, inputs, doubtful, classes, births, iterations, texts, asked, history = self
        return State(frame, heap, path, decisions, inputs, doubtful, classes, births, iterations, texts, asked, history)

    def on_path(self, path: PathCondition, doubtful: bool) -> State[H]:
        frame, heap, _, decisions, inputs, _, classes, births, iterations, texts, asked, history = self
        return State(frame, heap, path, decisions, inputs, doubtful, classes, births, iterations, texts, asked, history)

    def decided(self, decision: Decision) -> State[H]:
        frame, heap, path, decisions, inputs, doubtful, classes, births, iterations, texts, asked, history = self
        return State(
            frame,
            heap,
            path,
            decisions.then(decision),
            inputs,
            doubtful,
            classes,
            births,
            iterations,
            texts,
            asked,
            history,
        )

    def initializing(self) -> State[H]:
        """Enter an initialiser: the iterations of its loops do not count as the program's own."""
        before = cast("int", self.iterations)  # only the key for what was before may have a choice
        loops = self.frame.loops.set(_BEFORE, before)
        return self._replace(frame=self.frame._replace(loops=loops), iterations=UNCOUNTED)

    def initialized(self) -> State[H]:
        """Return from an initialiser, however it ended."""
        caller = self.frame.caller
        assert caller is not None
        return self._replace(frame=caller, iterations=self.frame.loops[_BEFORE])

    def marking(self, changes: Changes) -> State[H]:
        return self._replace(classes=self.classes.update(changes)) if changes else self

    def with_input(self, cell: Cell) -> State[H]:
        return self._replace(inputs=(*self.inputs, cell))

    def asking(self, asked: Asked) -> State[H]:
        return self._replace(asked=asked)

    def with_text(self, at: Ref, text: Text) -> State[H]:
        return self._replace(texts=self.texts.set(at, text))

    def with_birth(self, exception: Ref, birth: Birth) -> State[H]:
        return self._replace(births=self.births.set(exception, birth))


class Parked(NamedTuple, Generic[H]):
    """A trace that waits at a bound for a larger one.

    `again` repeats the step that exceeded the bound, under the machine's bounds at that time.
    """

    state: State[H]
    cut: Cut
    again: Callable[[], State[H] | list[State[H] | Trace[H] | Parked[H]]]


class Trace(NamedTuple, Generic[H]):
    """A trace that has ended. `confirmed` is false if no solver could decide whether the path is feasible.

    `texts` are the strings whose contents are still deferred.
    """

    end: End
    heap: H
    path: PathCondition
    decided: Decisions
    inputs: tuple[Cell, ...]
    confirmed: bool
    texts: Texts = immutables.Map()

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return self.decided.all()

    @property
    def key(self) -> PathKey:
        return path_key(self.decisions, self.end)

    @property
    def digest(self) -> int:
        """The key as a number, which is cheaper to compute if paths share much."""
        return path_digest(self.decided, self.end)

"""The state of one trace: frozen, so that forking shares everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

import immutables

from symheap.core.outcome import Cut, ErrorKind, Returned, Threw, Unsupported
from symheap.core.source import Position
from symheap.core.terms import Op, Term, Value
from symheap.heap.api import Cell, Ref
from symheap.objects.decisions import Decision, Decisions, PathKey, path_digest, path_key
from symheap.objects.host import Part
from symheap.objects.initialization import Changes, Mark
from symheap.objects.ir import DISCARD, Instruction, Method, Reg
from symheap.objects.past import History
from symheap.solver.path import PathCondition

H = TypeVar("H")

End = Returned[Cell] | Threw | Cut | Unsupported


class Frame(NamedTuple):
    """A method being run.  `dst` is where its result goes in the caller; `loops` counts back edges taken.

    `locks` are the objects whose monitors it has entered, the last one last.
    """

    method: Method
    block: int
    offset: int
    registers: tuple[Cell, ...]
    caller: Frame | None
    dst: Reg
    depth: int
    loops: immutables.Map[tuple[int, int], int]
    locks: tuple[Ref, ...] = ()

    def instruction(self) -> Instruction:
        return self.method.blocks[self.block][self.offset]

    def set(self, dst: Reg, value: Cell) -> Frame:
        """The register written and the next instruction at hand."""
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
        """At the head of a handler's block, with the exception in its register."""
        registers = (*self.registers[:reg], exception, *self.registers[reg + 1 :])
        return self._replace(block=block, offset=0, registers=registers)

    def stack(self) -> tuple[Position, ...]:
        """Where control is, innermost first."""
        found: list[Position] = []
        at: Frame | None = self
        while at is not None:
            found.append(at.instruction().position)
            at = at.caller
        return tuple(found)


NO_LOOPS: immutables.Map[tuple[int, int], int] = immutables.Map()


class Birth(NamedTuple):
    """How an exception object came to be; of one that came with the input, how it was first thrown.

    `ref` refers to an object that the trace made.
    """

    error: ErrorKind
    detail: str
    stack: tuple[Position, ...]
    ref: Ref | None = None
    foreign: bool = False


class Text(NamedTuple):
    """A string that is not written out yet: what it is put together from, see `symheap.objects.host.Part`.

    With `room` it is the text of a builder, whose array has room for more: the first part is what the builder held
    before, and each other one was appended by itself.  `written` says when it is written out nevertheless.
    """

    ref: Ref
    parts: tuple[Part, ...]
    room: bool
    written: Value = False

    def is_written(self, when: Value) -> bool:
        """Whether somebody who reads it where `when` holds has caused it to be written out before."""
        written = self.written
        return written is when or (isinstance(written, Term) and written.op is Op.OR and when in written.args)


class Asked(NamedTuple):
    """What a trace has asked of the machine that the program runs on.

    `once` are the inputs that have one value in a run, by name, see `Consult`; `hashes` the objects whose identity hash
    codes are inputs, with these; `pinned` says that some identity hash code was taken to be a constant.
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
"""No back edge: under this key a frame counts the rounds of all of its loops, if there is a bound for them."""


class State(NamedTuple, Generic[H]):
    """One trace so far.

    `inputs` are those of the program, then what each `Arbitrary` gave, in the order of the trace;
    `doubtful` says that some choice on it was taken on an unknown answer; `classes` are those whose initialiser the
    trace has begun; `births` tells of the exception objects that it made; `iterations` counts the rounds of all loops;
    `texts` are the strings whose contents are still to be worked out, by their locations; `asked` is what the program
    has asked of the machine that it runs on; `history` has the classes of which it is decided whether they were
    initialised before the call.
    """

    frame: Frame
    heap: H
    path: PathCondition
    decisions: Decisions
    inputs: tuple[Cell, ...]
    doubtful: bool
    classes: Classes = immutables.Map()
    births: Births = immutables.Map()
    iterations: int = 0
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
        """At the start of an initialiser: the rounds of its loops are not the program's own."""
        loops = self.frame.loops.set(_BEFORE, self.iterations)
        return self._replace(frame=self.frame._replace(loops=loops), iterations=UNCOUNTED)

    def initialized(self) -> State[H]:
        """Back from an initialiser, however that ended."""
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

    `again` takes the step that went beyond the bound once more, under the bounds that the machine has by then.
    """

    state: State[H]
    cut: Cut
    again: Callable[[], State[H] | list[State[H] | Trace[H] | Parked[H]]]


class Trace(NamedTuple, Generic[H]):
    """A trace that has ended.  `confirmed` is false if no solver could say whether the path is feasible.

    `texts` are the strings whose contents nobody has asked for.
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
        """The key as a number, which costs less where paths share much."""
        return path_digest(self.decided, self.end)

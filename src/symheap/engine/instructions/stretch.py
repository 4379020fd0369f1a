"""Stretches: straight-line code that uses neither heap nor path, run on a list of registers.

Between two forks most instructions compute on registers, move and jump. Here they run without a state for each of them.
A branch or switch with a plain condition belongs to the stretch. The state after a stretch equals the one after the
same instructions one by one, decisions and loop counts included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from symheap.core.terms import Term, Value
from symheap.engine.bounds import Bounds
from symheap.engine.iterations import BlockEdge, Iterations, edge_between
from symheap.engine.state import Frame, State
from symheap.heap.api import Cell
from symheap.objects import ir
from symheap.objects.decisions import Decision, Decisions

H = TypeVar("H")

LONGEST = 100_000
STOP, COPY, CONSTANT, ONE, TWO, MANY, JUMP, FORK, NEW = range(9)


class Local(NamedTuple):
    """A decoded instruction: `kind` is one of the numbers above and determines the other fields.

    An instruction that control may leave a stretch at is `NEW` until it is first run; then it is replaced by `behind`.
    """

    kind: int
    dst: int = 0
    a: int = 0
    b: int = 0
    value: Cell = 0
    apply: Callable[..., Value] | None = None
    args: tuple[int, ...] = ()
    then: BlockEdge = BlockEdge(0)
    other: BlockEdge = BlockEdge(0)
    taken: Decision | None = None
    passed: Decision | None = None
    behind: tuple[Local, ...] = ()


_STOP = Local(STOP)
Code = tuple[list[Local], ...]
"""The blocks of a method.  Only the instructions that are still `NEW` ever change, which no path can observe."""


def local_code(method: ir.Method) -> Code:
    return tuple([_new(_local(method, at, i)) for i in block] for at, block in enumerate(method.blocks))


def _new(local: Local) -> Local:
    return Local(NEW, behind=(local,)) if local.kind in (STOP, JUMP, FORK) else local


def run_so_far(code: Code) -> tuple[int, ...]:
    """Return, for each block, how many of its instructions have been run.

    Control enters a block at its beginning and leaves it at an instruction that is no longer `NEW`.
    """
    return tuple(
        max((at + 1 for at, local in enumerate(body) if local.kind in (STOP, JUMP, FORK)), default=0) for body in code
    )


def _local(method: ir.Method, at: int, i: ir.Instruction) -> Local:
    if isinstance(i, ir.Move):
        return Local(COPY, i.dst, i.src)
    if isinstance(i, ir.Const):
        return Local(CONSTANT, i.dst, value=i.value)
    if isinstance(i, ir.Compute):
        return _compute(i)
    if isinstance(i, ir.Jump):
        return Local(JUMP, then=edge_between(method, at, i.target))
    if isinstance(i, ir.Branch):
        return Local(
            FORK,
            a=i.cond,
            then=edge_between(method, at, i.then),
            other=edge_between(method, at, i.other),
            taken=Decision("branch", True, i.position),
            passed=Decision("branch", False, i.position),
        )
    return _STOP


def _compute(i: ir.Compute) -> Local:
    apply, args = i.operation.apply, i.args
    if len(args) == 1:
        return Local(ONE, i.dst, args[0], apply=apply)
    if len(args) == 2:
        return Local(TWO, i.dst, args[0], args[1], apply=apply)
    return Local(MANY, i.dst, apply=apply, args=args)


def run_stretch(
    code: Code, state: State[H], bounds: Bounds, stops: Sequence[bool] | None = None
) -> tuple[State[H], int]:
    """Return the state at the next instruction that needs a step, and the number of instructions run.

    The stretch also ends at a bound, which the step handles, after `LONGEST` instructions, so that the clock is
    checked, and on entering a block that `stops` it.
    """
    frame = state.frame
    block, offset, registers, decisions = frame.block, frame.offset, list(frame.registers), state.decisions
    iterations: Iterations | None = None
    steps, body, limit = 0, code[block], bounds.max_depth
    while True:
        start, offset = offset, _compute_registers(body, offset, registers)
        steps += offset - start
        i = body[offset]
        if i.kind == NEW:
            (body[offset],) = i.behind
            continue
        if i.kind == STOP or steps > LONGEST:
            break
        edge, decision = i.then, None
        if i.kind == FORK:
            condition = registers[i.a]
            if condition is not True and condition is not False:
                break
            if limit is not None and decisions.length >= limit:
                break
            edge, decision = (i.then, i.taken) if condition else (i.other, i.passed)
        if edge.back is not None or edge.entered:
            if isinstance(state.iterations, Term):
                break
            iterations = iterations or Iterations(frame, state.iterations, bounds)
            if iterations.follow(edge) is not None:
                break
        if decision is not None:
            decisions = decisions.then(decision)
        block, offset, body = edge.target, 0, code[edge.target]
        steps += 1
        if stops is not None and stops[block]:
            break
    if not steps:
        return state, 0
    return _moved(state, (block, offset), registers, decisions, iterations), steps


def _compute_registers(body: list[Local], offset: int, registers: list[Cell]) -> int:
    """Run the instructions that only compute on registers, and return the offset of the next one that does not."""
    while True:
        i = body[offset]
        kind = i.kind
        if kind == TWO:
            registers[i.dst] = i.apply(registers[i.a], registers[i.b])  # type: ignore[misc]
        elif kind == COPY:
            registers[i.dst] = registers[i.a]
        elif kind == CONSTANT:
            registers[i.dst] = i.value
        elif kind == ONE:
            registers[i.dst] = i.apply(registers[i.a])  # type: ignore[misc]
        elif kind == MANY:
            registers[i.dst] = i.apply(*[registers[r] for r in i.args])  # type: ignore[misc]
        else:
            return offset
        offset += 1


def _moved(
    state: State[H], to: tuple[int, int], registers: list[Cell], decisions: Decisions, iterations: Iterations | None
) -> State[H]:
    """Return the state with its frame at another instruction."""
    frame = state.frame
    counted = frame.loops if iterations is None else iterations.of_frame()
    after = Frame(frame.method, *to, tuple(registers), frame.caller, frame.dst, frame.depth, counted, frame.locks)
    _, heap, path, _, inputs, doubtful, classes, births, of_path, texts, asked, history = state
    of_path = of_path if iterations is None else iterations.of_path
    return State(after, heap, path, decisions, inputs, doubtful, classes, births, of_path, texts, asked, history)

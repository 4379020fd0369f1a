"""Stretches: straight-line code that uses neither heap nor path, run on a list of registers.

Between two forks most instructions compute on registers, move and jump. Here they run without a state for each of them.
A branch or switch with a plain condition belongs to the stretch. The state after a stretch equals the one after the
same instructions one by one, decisions and loop counts included.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from symheap.core.terms import Value
from symheap.engine.bounds import Bounds
from symheap.engine.state import ALL_LOOPS, UNCOUNTED, Frame, State
from symheap.heap.api import Cell
from symheap.objects import ir
from symheap.objects.decisions import Decision

H = TypeVar("H")

LONGEST = 100_000
STOP, COPY, CONSTANT, ONE, TWO, MANY, JUMP, FORK, NEW = range(9)


class Edge(NamedTuple):
    """An edge between blocks: the target, whether it is a back edge, and otherwise the loops that it enters anew."""

    target: int
    back: bool
    entered: tuple[tuple[int, int], ...] = ()


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
    then: Edge = Edge(0, False)
    other: Edge = Edge(0, False)
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
        return Local(JUMP, then=_edge(method, at, i.target))
    if isinstance(i, ir.Branch):
        return Local(
            FORK,
            a=i.cond,
            then=_edge(method, at, i.then),
            other=_edge(method, at, i.other),
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


def _edge(method: ir.Method, at: int, target: int) -> Edge:
    if (at, target) in method.back_edges:
        return Edge(target, True)
    return Edge(target, False, tuple(edge for edge in method.back_edges if edge[1] == target))


def run_stretch(code: Code, state: State[H], bounds: Bounds) -> tuple[State[H], int]:
    """Return the state at the next instruction that needs a step, and the number of instructions run.

    The stretch also ends at a bound, which the step handles, and after `LONGEST` instructions, so that the clock is
    checked.
    """
    frame = state.frame
    block, offset, registers, decisions = frame.block, frame.offset, list(frame.registers), state.decisions
    loops: dict[tuple[int, int], int] = {}
    limit = bounds.max_depth
    most = bounds.max_iterations
    iterations = state.iterations
    counts = iterations != UNCOUNTED
    most_of_call, of_call = bounds.max_call_iterations, frame.loops.get(ALL_LOOPS, 0)
    steps, body = 0, code[block]
    while True:
        i = body[offset]
        kind = i.kind
        if kind == TWO:
            registers[i.dst] = i.apply(registers[i.a], registers[i.b])  # type: ignore[misc]
            offset += 1
        elif kind == COPY:
            registers[i.dst] = registers[i.a]
            offset += 1
        elif kind == CONSTANT:
            registers[i.dst] = i.value
            offset += 1
        elif kind == ONE:
            registers[i.dst] = i.apply(registers[i.a])  # type: ignore[misc]
            offset += 1
        elif kind in (FORK, JUMP):
            if steps > LONGEST:
                break
            edge = i.then
            if kind == FORK:
                condition = registers[i.a]
                if condition is not True and condition is not False:
                    break
                if limit is not None and decisions.length >= limit:
                    break
                edge = i.then if condition else i.other
            if edge.back:
                key = (block, edge.target)
                count = loops[key] if key in loops else frame.loops.get(key, 0)
                if count >= bounds.max_loop or (most is not None and iterations >= most):
                    break
                if most_of_call is not None:
                    if counts and of_call >= most_of_call:
                        break
                    of_call += 1
                    loops[ALL_LOOPS] = of_call
                loops[key] = count + 1
                iterations += counts
            elif edge.entered:
                loops.update(dict.fromkeys(edge.entered, 0))
            if kind == FORK:
                decision = i.taken if condition else i.passed
                assert decision is not None
                decisions = decisions.then(decision)
            block, offset, body = edge.target, 0, code[edge.target]
        elif kind == MANY:
            registers[i.dst] = i.apply(*[registers[r] for r in i.args])  # type: ignore[misc]
            offset += 1
        elif kind == NEW:
            (body[offset],) = i.behind
            continue
        else:
            break
        steps += 1
    if not steps:
        return state, 0
    counted = frame.loops.update(loops) if loops else frame.loops
    after = Frame(
        frame.method, block, offset, tuple(registers), frame.caller, frame.dst, frame.depth, counted, frame.locks
    )
    _, heap, path, _, inputs, doubtful, classes, births, _, texts, asked, history = state
    return State(
        after, heap, path, decisions, inputs, doubtful, classes, births, iterations, texts, asked, history
    ), steps

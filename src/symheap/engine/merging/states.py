"""Merging of two states at one place of the program (`docs/adr/034-merging-prototype.md`)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from symheap.core.outcome import Purpose, Sat, holds_for
from symheap.core.terms import INT, Op, Term, Value, conjunction, ite
from symheap.engine.classes import CLASS
from symheap.engine.machine import Machine
from symheap.engine.merging.layout import layout
from symheap.engine.merging.paths import Chain, Fork, chain_of, fork_of
from symheap.engine.state import Frame, LoopCounts, State
from symheap.heap.api import Cell
from symheap.heap.merging import Apart
from symheap.objects import ir
from symheap.objects.decisions import Decision, Decisions
from symheap.solver.api import Query
from symheap.solver.path import EMPTY_PATH, PathCondition

H = TypeVar("H")

Pairs = tuple[tuple[Cell, Cell], ...]


@dataclass(slots=True)
class MergeTally:
    """The number of merges, and of the pairs of states that stayed apart, by reason."""

    merges: int = 0
    apart: Counter[str] = field(default_factory=Counter)


class Merger(Generic[H]):
    """Merges states of one machine."""

    def __init__(self, machine: Machine[H]) -> None:
        self.machine = machine
        self.tally = MergeTally()

    def merged(self, left: State[H], right: State[H]) -> State[H] | None:
        """Return one state for both, or None if they stay apart. Their frames are alike: see `are_alike`."""
        result = self._merged(left, right)
        if isinstance(result, Apart):
            self.tally.apart[result.reason] += 1
            return None
        self.tally.merges += 1
        return result

    def _merged(self, left: State[H], right: State[H]) -> State[H] | Apart:
        difference = why_apart(left, right)
        if difference is not None:
            return Apart(difference)
        fork = fork_of(chain_of(left.path), chain_of(right.path), EMPTY_PATH)
        if fork is None:
            return Apart("conditions that do not exclude each other")
        pairs = _cells(left.frame, right.frame)
        if any(_are_different_classes(a, b) for a, b in pairs):
            return Apart("class objects")
        merged = self.machine.model.merge(left.heap, right.heap, pairs, fork.guard)
        if isinstance(merged, Apart):
            return merged
        facts = fork.facts(merged.facts, merged.left, merged.right)
        path = self._path(fork, facts, (left.path, right.path))
        if path is None:
            return Apart("no model")
        frame = _with_cells(left.frame, right.frame, list(merged.cells))
        iterations = self._iterations(fork.guard, left.iterations, right.iterations)
        decisions = joined(left.decisions, right.decisions, frame)
        state = left._replace(
            frame=frame, heap=merged.heap, path=path, decisions=decisions, iterations=iterations, doubtful=False
        )
        return self.machine.settled(state) or Apart("no model")

    def _path(self, fork: Fork, facts: tuple[Value, ...], paths: tuple[PathCondition, ...]) -> PathCondition | None:
        """Return the merged path: what both share, facts, and the condition that one of the sides was taken."""
        path = fork.before.with_model(None)
        news: list[Value] = [*facts, fork.condition]
        for term, is_fact in fork.shared:
            path = path.assume(term, None, is_fact=is_fact)
        path = path.assume(conjunction(facts), None, is_fact=True).assume(fork.condition, None)
        for side in paths:
            if side.model is not None and all(side.model.satisfies(each) for each in news):
                return path.with_model(side.model)
        answer = self.machine.solver.check(Query(path, True))
        if not holds_for(answer, Purpose.CLAIM):
            return None
        assert isinstance(answer, Sat)
        return path.with_model(answer.model)

    def _iterations(self, guard: Value, left: Value, right: Value) -> Value:
        """Return the iterations of a merged path. Where no bound is on them they do not matter."""
        if left is right or (isinstance(left, int) and left == right):
            return left
        if self.machine.last.max_iterations is None:
            return left
        return ite(guard, left, right, INT)


def why_apart(left: State[H], right: State[H]) -> str | None:
    """Return the reason why two states are not merged, before their heaps are looked at."""
    reasons = (
        (left.classes is right.classes or left.classes == right.classes, "initialised classes"),
        (left.history == right.history, "classes initialised before the call"),
        (left.births is right.births or left.births == right.births, "births of exceptions"),
        (left.texts is right.texts or left.texts == right.texts, "deferred texts"),
        (left.inputs == right.inputs, "inputs"),
        (left.asked == right.asked, "answers of the machine"),
        (not left.doubtful and not right.doubtful, "doubt"),
    )
    return next((reason for is_same, reason in reasons if not is_same), None)


# Frames ---------------------------------------------------------------------------------------------------------------


def is_at_exit(frame: Frame) -> bool:
    """Whether the program is about to return from its entry. All such places count as one."""
    return frame.caller is None and isinstance(frame.instruction(), ir.Return)


def counts_that_matter(frame: Frame) -> LoopCounts:
    """Return the counts of the loops around the frame's block: a loop that was left is counted anew when entered."""
    if not frame.loops:
        return frame.loops
    known = layout(frame.method)
    dropped = [edge for edge in frame.loops if not known.is_counted(frame.block, edge)]
    loops = frame.loops.mutate()
    for edge in dropped:
        del loops[edge]
    return loops.finish() if dropped else frame.loops


def are_alike(left: Frame, right: Frame) -> bool:
    """Whether two frames, and their callers, are at one place, in the same rounds, and have entered the same
    monitors.
    """
    if is_at_exit(left) and is_at_exit(right):
        return True
    a: Frame | None = left
    b: Frame | None = right
    while a is not b:
        if a is None or b is None:
            return False
        if (a.method, a.block, a.offset, a.dst) != (b.method, b.block, b.offset, b.dst) or a.locks != b.locks:
            return False
        if a.loops is not b.loops and counts_that_matter(a) != counts_that_matter(b):
            return False
        a, b = a.caller, b.caller
    return True


def _live(frame: Frame, *, is_caller: bool) -> list[int]:
    """Return the registers that are still read. A caller goes on behind its call, or meets the instruction again."""
    known = layout(frame.method)
    live = known.live(frame.block, frame.offset)
    if is_caller:
        live |= known.live(frame.block, frame.offset + 1) - {frame.dst}
    return sorted(live)


def _pairs(left: Frame, right: Frame) -> list[tuple[Frame, Frame, list[int]]]:
    """Return the frames that differ, innermost first, with the registers that are still read."""
    pairs: list[tuple[Frame, Frame, list[int]]] = []
    a: Frame | None = left
    b: Frame | None = right
    while a is not b:
        assert a is not None
        assert b is not None
        pairs.append((a, b, _live(a, is_caller=a is not left)))
        a, b = a.caller, b.caller
    return pairs


def _cells(left: Frame, right: Frame) -> Pairs:
    """Return the pairs of registers that are still read; at the exit of the program, the two results."""
    if is_at_exit(left):
        return ((_result(left), _result(right)),)
    return tuple((a.registers[r], b.registers[r]) for a, b, live in _pairs(left, right) for r in live)


def _are_different_classes(a: Cell, b: Cell) -> bool:
    """Whether two registers hold class objects that have been told apart, which later instructions rely on."""
    return a is not b and all(
        isinstance(each, Term) and each.op is Op.LOC and each.location.class_name == CLASS for each in (a, b)
    )


def _result(frame: Frame) -> Cell:
    last = frame.instruction()
    assert isinstance(last, ir.Return)
    return frame.registers[last.src]


def _with_cells(left: Frame, right: Frame, cells: list[Cell]) -> Frame:
    """Return the merged frame. Registers that are not read any more keep a plain value."""
    if is_at_exit(left):
        last = left.instruction()
        assert isinstance(last, ir.Return)
        return left._replace(registers=_replaced(left.registers, {last.src: cells[0]}))
    pairs = _pairs(left, right)
    shared = pairs[-1][0].caller if pairs else left
    values = iter(cells)
    taken = [{r: next(values) for r in live} for _, _, live in pairs]
    frame = shared
    for (mine, _, _), known in zip(reversed(pairs), reversed(taken), strict=True):
        registers = tuple(known.get(r, 0) for r in range(len(mine.registers)))
        frame = mine._replace(registers=registers, caller=frame, loops=counts_that_matter(mine))
    assert frame is not None
    return frame


def _replaced(registers: tuple[Cell, ...], known: dict[int, Cell]) -> tuple[Cell, ...]:
    return tuple(known.get(r, cell) for r, cell in enumerate(registers))


# Decisions ------------------------------------------------------------------------------------------------------------


def joined(left: Decisions, right: Decisions, frame: Frame) -> Decisions:
    """Return the decisions of a merged path: the common ones, then one that stands for what each side decided since."""
    a, b = left, right
    while a is not b:
        if a.length >= b.length:
            assert a.before is not None
            a = a.before
        else:
            assert b.before is not None
            b = b.before
    choice = f"{left.digest():032x}|{right.digest():032x}"
    return a.then(Decision("merge", choice, frame.instruction().position))


__all__ = ["Chain", "MergeTally", "Merger", "are_alike", "counts_that_matter", "is_at_exit", "joined", "why_apart"]

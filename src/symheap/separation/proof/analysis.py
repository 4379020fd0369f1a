"""The analysis: expand a program into an abstract transition system until every heap is covered.

Calls are inlined: a point includes the pending calls.  Heaps are abstracted, covered and joined at the heads of loops;
at other points where edges meet, equal heaps are merged through a dictionary.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

import immutables

from symheap.core.source import Position
from symheap.core.terms import Value, not_
from symheap.memory import ir
from symheap.memory.errors import MemoryErrorKind
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.widening import Widening, thresholds
from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Logic, carrying
from symheap.separation.entailment.rings import opened
from symheap.separation.execution.activations import begun, fits, killed, left, parameters, received, result, unreached
from symheap.separation.execution.commands import CallContext, Fault, execute
from symheap.separation.execution.evaluate import Evaluation
from symheap.separation.heaps.canonical import canonical, garbage
from symheap.separation.heaps.formula import Object, SymbolicHeap, is_ended
from symheap.separation.heaps.outline import Outline, outline
from symheap.separation.heaps.start import initial_heap
from symheap.separation.proof.frontier import Frontier
from symheap.separation.proof.recursion import RESULT, Caller, Summary, cut, recursive, returned
from symheap.separation.proof.transition import Edge, EdgeKind, Failure, Gap, Loss, Point, Site, System

_log: Final = logging.getLogger(__name__)

_SPLITS = 2


@dataclass(frozen=True, slots=True)
class AnalysisLimits:
    """Limits of the analysis: total `seconds`, heaps at one point, total vertices.

    At a point with at least `crowd` heaps, those of more than `most_atoms` are abstracted more coarsely.  Without
    `may_crowd`, the analysis gives up at such a heap if items own something, for tests may tell when.
    """

    seconds: float | None = None
    most_heaps: int = 200
    most_vertices: int = 50_000
    crowd: int = 3
    most_atoms: int = 12
    may_crowd: bool = True


@dataclass(slots=True)
class Analysis:
    """One run over a program; `system` grows during it."""

    program: ir.Program
    logic: Logic
    abstraction: Abstraction
    limits: AnalysisLimits = AnalysisLimits()
    clock: Callable[[], float] = time.monotonic
    system: System = field(default_factory=System)
    _outlines: dict[str, Outline] = field(default_factory=dict)
    _at: dict[Point, list[int]] = field(default_factory=dict)
    _equal: dict[tuple[Point, SymbolicHeap], int] = field(default_factory=dict)
    _halts: list[Loss] = field(default_factory=list)
    _deadline: float | None = None
    _frontier: Frontier = field(init=False)
    _widening: Widening = field(init=False)
    _recursive: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self._frontier = Frontier(self.system)
        self._widening = Widening(self.logic, self.abstraction, thresholds(self.program))
        self._recursive = recursive(self.program)

    def run(self) -> System:
        """Return the system, fully expanded unless it has gaps.

        Rule: [SLAyer] section 3, "analyze" of Algorithm 1.
        """
        if self.limits.seconds is not None:
            self._deadline = self.clock() + self.limits.seconds
        entry = self.program.functions[self.program.entry]
        _log.info("analysing %s", entry.name)
        heap = begun(initial_heap(self.program), entry, 0, ())
        self._arrive(Point((), entry.name, entry.entry), heap, None, entry.position)
        while (number := self._frontier.pop()) is not None:
            if self._is_late():
                break
            if len(self.system.vertices) > self.limits.most_vertices:
                self.system.gaps.append(Gap("too-many-states", None))
                break
            _log.debug("expanding state %d at %s", number, self.system.vertices[number].point.label)
            self._expand(number)
        self._note_frames()
        system = self.system
        figures = len(system.vertices), len(system.failures), len(system.gaps)
        _log.info("analysed %s: %d states, %d failures, %d gaps", entry.name, *figures)
        return self.system

    def _is_late(self) -> bool:
        """Whether the time limit has passed, which is recorded as a gap."""
        late = self._deadline is not None and self.clock() > self._deadline
        if late:
            self._gap("timeout", None)
        return late

    def _outline(self, name: str) -> Outline:
        if name not in self._outlines:
            self._outlines[name] = outline(self.program.functions[name])
        return self._outlines[name]

    def _variables(self, name: str) -> Collection[str]:
        return self.program.functions[name].names

    def _frame(self, depth: int) -> CallContext:
        return CallContext(self.logic, depth, self.program.model.pointer)

    def _entails(self, heap: SymbolicHeap, other: SymbolicHeap) -> bool:
        """Decide entailment for covering, with few case splits, since each pair of heaps at a point is tested."""
        return entails(self.logic, heap, other, _SPLITS)

    # Expanding --------------------------------------------------------------------------------------------------------

    def _expand(self, number: int) -> None:
        """Execute from a vertex to the end of its block or to the next call."""
        vertex = self.system.vertices[number]
        point = vertex.point
        block = self.program.functions[point.function].blocks[point.label]
        states = [(point.index, vertex.heap)]
        frame = self._frame(point.depth)
        while states and not self._is_late():
            index, heap = states.pop()
            if index == len(block.commands):
                self._leave(number, block.end, heap)
                continue
            command = block.commands[index]
            if isinstance(command, ir.Call):
                self._call(number, command, index, heap)
            elif isinstance(command, ir.Refuse):
                self._gap(f"refused: {command.reason}", command.position)
            else:
                for result in execute(command, frame, heap):
                    if isinstance(result, Fault):
                        self.system.failures.append(Failure(result, number))
                    else:
                        states.append((index + 1, result))

    def _gap(self, reason: str, position: Position | None) -> None:
        gap = Gap(reason, position)
        if gap not in self.system.gaps:
            self.system.gaps.append(gap)

    def _leave(self, number: int, end: ir.End, heap: SymbolicHeap) -> None:
        point = self.system.vertices[number].point
        match end:
            case ir.Jump(target=target, position=position):
                self._arrive(replace(point, label=target, index=0), heap, number, position)
            case ir.Branch():
                self._branch(number, end, heap)
            case ir.Return():
                self._return(number, end, heap)
            case ir.Halt(position=position):
                self._over(number, heap, position)

    def _branch(self, number: int, end: ir.Branch, heap: SymbolicHeap) -> None:
        point = self.system.vertices[number].point
        evaluation = Evaluation(heap, point.depth)
        condition = evaluation.condition(end.condition)
        for target, holds in ((end.then, condition), (end.other, not_(condition))):
            for new in self.logic.assume(evaluation.heap, holds):
                self._arrive(replace(point, label=target, index=0), new, number, end.position)

    # Calls ------------------------------------------------------------------------------------------------------------

    def _call(self, number: int, command: ir.Call, index: int, heap: SymbolicHeap) -> None:
        point = self.system.vertices[number].point
        evaluation = Evaluation(heap, point.depth)
        arguments = [evaluation.value(argument) for argument in command.arguments]
        if isinstance(command.function, str):
            self._enter(number, command, index, evaluation.heap, command.function, arguments)
            return
        address = evaluation.value(command.function)
        for name, new in self._callees(evaluation.heap, address, command.position, number):
            self._enter(number, command, index, new, name, arguments)

    def _callees(
        self, heap: SymbolicHeap, address: Value, position: Position, number: int
    ) -> list[tuple[str, SymbolicHeap]]:
        """Return the functions that an address may be of, or record a failure."""
        for atom in heap.atoms:
            if isinstance(atom, Object) and atom.lifetime is ir.Lifetime.FUNCTION and atom.base is address:
                return [(atom.name, heap)]
        self.system.failures.append(
            Failure(Fault(MemoryErrorKind.BAD_CALL, position, heap, "not known to be a function"), number)
        )
        return []

    def _enter(
        self, number: int, command: ir.Call, index: int, heap: SymbolicHeap, name: str, arguments: list[Value]
    ) -> None:
        point = self.system.vertices[number].point
        callee = self.program.functions.get(name)
        if callee is None:
            self._gap(f"refused: call of {name}, which is not defined", command.position)
            return
        if not fits(command, callee):
            self._gap(f"refused: call of {name} as a function of another type", command.position)
            return
        live = self._outline(point.function).live(point.label, index + 1)
        kept = live - ({command.target.name} if command.target is not None else set())
        heap, names = carrying(heap, arguments)
        heap = killed(heap, point.depth, kept, self._variables(point.function)).without_roots(names)
        if name in self._recursive:
            self._summarised(number, command, index, heap, callee, arguments)
            return
        if any(site.function == name for site in point.stack) or point.function == name:
            self._gap(f"refused: recursion of {name} through a pointer", command.position)
            return
        site = Site(point.function, point.label, index)
        heap = begun(heap, callee, point.depth + 1, arguments)
        target = Point((*point.stack, site), name, callee.entry)
        self._arrive(target, heap, number, command.position)

    # Recursion --------------------------------------------------------------------------------------------------------

    def _summarised(
        self,
        number: int,
        command: ir.Call,
        index: int,
        heap: SymbolicHeap,
        callee: ir.Function,
        arguments: list[Value],
    ) -> None:
        """Call by summary: use an existing summary, or make a new one."""
        parts = cut(*parameters(heap, callee, 1, arguments))
        entry = canonical(self._remembered(self.abstraction.fold(parts.local)))
        caller = Caller(number, index, parts.frame, parts.cutpoints)
        known = [
            each
            for each in self.system.summaries
            if each.function == callee.name and set(each.entry.roots) == set(entry.roots)
        ]
        summary = next((each for each in known if self._entails(entry, each.entry)), None)
        if summary is None:
            sizes = {f"1:{parameter.name}": parameter.size for parameter in callee.parameters}
            joined = self._widening.joined([each.entry for each in known], entry, sizes)
            entry = entry if joined is None else joined
            summary = Summary(callee.name, len(self.system.summaries), entry)
            self.system.summaries.append(summary)
        point = Point((Site(callee.name, f"#{summary.number}", -1),), callee.name, callee.entry)
        self._arrive(point, summary.entry, number, command.position)  # each caller keeps the callee reachable
        summary.callers.append(caller)
        for leaving in list(summary.exits):
            self._resume(caller, leaving, command.position)

    def _exit(self, summary: Summary, heap: SymbolicHeap, number: int, position: Position) -> None:
        """Record an exit of a summarised function, and resume all its callers with it."""
        heap = self._swept(heap, number, position)
        heap = canonical(self._remembered(self.abstraction.fold(canonical(heap))))
        if not self.logic.is_consistent(heap):
            return
        if any(self._entails(heap, known) for known in summary.exits):
            return
        size = self.program.functions[summary.function].result
        joined = self._widening.joined(summary.exits, heap, {} if size is None else {RESULT: size})
        heap = heap if joined is None else joined
        summary.exits = [known for known in summary.exits if not self._entails(known, heap)]
        summary.exits.append(heap)
        for caller in list(summary.callers):
            self._resume(caller, heap, position)

    def _resume(self, caller: Caller, leaving: SymbolicHeap, position: Position) -> None:
        point = self.system.vertices[caller.vertex].point
        command = self.program.functions[point.function].blocks[point.label].commands[caller.index]
        assert isinstance(command, ir.Call)
        for heap in returned(self.logic, caller, leaving):
            new = heap.without_roots((RESULT,))
            if command.target is not None:
                target = f"{point.depth}:{command.target.name}"
                new = received(new, target, heap.roots.get(RESULT), command.target.size)
            self._arrive(replace(point, index=caller.index + 1), new, caller.vertex, position)

    # Returning --------------------------------------------------------------------------------------------------------

    def _return(self, number: int, end: ir.Return, heap: SymbolicHeap) -> None:
        point = self.system.vertices[number].point
        heap, value = result(heap, end.value, point.depth)
        heap = left(heap, point.depth)
        if not point.stack:
            self._over(number, heap, end.position)
            return
        site = point.stack[-1]
        if site.index < 0:
            if value is not None:
                heap = heap.with_root(RESULT, value)
            self._exit(self.system.summaries[int(site.label[1:])], heap, number, end.position)
            return
        command = self.program.functions[site.function].blocks[site.label].commands[site.index]
        assert isinstance(command, ir.Call)
        if command.target is not None:
            heap = received(heap, f"{point.depth - 1}:{command.target.name}", value, command.target.size)
        target = Point(point.stack[:-1], site.function, site.label, site.index + 1)
        self._arrive(target, heap, number, end.position)

    def _over(self, number: int, heap: SymbolicHeap, position: Position) -> None:
        """End the program: memory that is still allocated is unreleased, or lost with the last variables."""
        loss = Loss(position, False, number)
        lost = len(unreached(heap))
        if lost:
            self._loss(replace(loss, is_lost=True))
        if _heap_atoms(heap) > lost:
            self._loss(loss)
        elif any(site.index < 0 for site in self.system.vertices[number].point.stack):
            self._halts.append(loss)

    def _note_frames(self) -> None:
        """Record losses of callers' frames: if the program ended in a call by summary, they were not released."""
        if any(_heap_atoms(caller.frame) for summary in self.system.summaries for caller in summary.callers):
            for loss in self._halts:
                self._loss(loss)

    def _loss(self, loss: Loss) -> None:
        if not any((old.position, old.is_lost) == (loss.position, loss.is_lost) for old in self.system.losses):
            self.system.losses.append(loss)

    # Arriving ---------------------------------------------------------------------------------------------------------

    def _arrive(self, point: Point, heap: SymbolicHeap, source: int | None, position: Position) -> None:
        known_as = self._outline(point.function)
        live = known_as.live(point.label, point.index)
        heap = killed(heap, point.depth, live, self._variables(point.function))
        heap = self._swept(heap, source, position)
        heap = canonical(heap)
        if point.index == 0 and point.label in known_as.heads:
            self._abstracted(point, heap, source, position)
            return
        key = (point, replace(heap, gone=immutables.Map()))
        known = self._equal.get(key)
        if known is None:
            known = self._new(point, heap, None)
            self._equal[key] = known
        self._edge(source, known, EdgeKind.STEP, position)

    def _swept(self, heap: SymbolicHeap, source: int | None, position: Position) -> SymbolicHeap:
        """Return the heap without unreachable atoms, and record lost memory."""
        lost = garbage(heap)
        if not lost:
            return heap
        if any(not isinstance(atom, Object) or atom.lifetime is ir.Lifetime.HEAP for atom in lost):
            self._loss(Loss(position, True, -1 if source is None else source))
        return replace(heap, atoms=tuple(atom for atom in heap.atoms if not any(atom is each for each in lost)))

    def _remembered(self, heap: SymbolicHeap) -> SymbolicHeap:
        """Return a folded heap without atoms that only folding made unreachable: the program can still reach them."""
        lost = garbage(heap)
        if any(not is_ended(atom) for atom in lost):
            self.system.has_forgotten = True
        return replace(heap, atoms=tuple(atom for atom in heap.atoms if not any(atom is each for each in lost)))

    def _abstracted(self, point: Point, heap: SymbolicHeap, source: int | None, position: Position) -> None:
        """Fold a heap at the head of a loop, and cover it by or join it with one of the heaps there."""
        if not self.logic.is_consistent(heap):
            return
        for case in opened(self.logic, heap):
            self._folded(point, case, source, position)

    def _folded(self, point: Point, heap: SymbolicHeap, source: int | None, position: Position) -> None:
        """Fold a heap, if too many meet to bare spines, so that they stop growing; then cover or join it."""
        before = heap
        present = self._at.setdefault(point, [])
        folded = self.abstraction.fold(heap)
        if not self.limits.may_crowd and _heap_atoms(folded) > self.limits.most_atoms and self.abstraction.is_owning:
            self._give_up(position)
            return
        if len(present) >= self.limits.crowd and len(folded.atoms) > self.limits.most_atoms:
            folded = replace(self.abstraction, coarse=True).fold(folded)
        heap = canonical(self._remembered(folded))
        for number in present:
            if self._entails(heap, self.system.vertices[number].heap):
                self._edge(source, number, EdgeKind.COVER, position, before)
                return
        rounds = self._outline(point.function).heads[point.label]
        there = [self.system.vertices[each].heap for each in present]
        joined = self._widening.joined(there, heap, self._sizes(point), rounds)
        new = self._new(point, heap if joined is None else joined, before)
        self._edge(source, new, EdgeKind.STEP if joined is None else EdgeKind.WIDEN, position, before)
        for number in present[:]:
            if self._entails(self.system.vertices[number].heap, self.system.vertices[new].heap):
                present.remove(number)
                self.system.covered.add(number)
                self._edge(number, new, EdgeKind.COVER, position)
        present.append(new)
        if len(present) > self.limits.most_heaps:
            self._give_up(position)

    def _give_up(self, position: Position) -> None:
        self._gap("too-many-states", position)
        self._frontier.clear()

    def met(self, point: Point, heaps: Iterable[SymbolicHeap]) -> list[SymbolicHeap]:
        """Return the folded and joined heaps after `heaps` arrive at the head of a loop one after the other.

        Used without running the analysis, to see the effect of another abstraction.
        """
        for heap in heaps:
            self._folded(point, heap, None, self.program.functions[point.function].position)
        return [self.system.vertices[number].heap for number in self._at.get(point, ())]

    def _sizes(self, point: Point) -> dict[str, int]:
        """Return the sizes of the registers of all pending calls."""
        functions = (*(site.function for site in point.stack if site.index >= 0), point.function)
        first = point.depth - len(functions) + 1
        return {
            f"{first + number}:{name}": size
            for number, function in enumerate(functions)
            for name, size in self._outline(function).sizes.items()
        }

    def _new(self, point: Point, heap: SymbolicHeap, before: SymbolicHeap | None) -> int:
        """Add a vertex.  Its priority expands callees before the code after the call."""
        vertex = self.system.add(point, heap, before)
        calls = (
            part
            for site in point.stack
            for part in (*self._outline(site.function).order.get(site.label, (0, 0)), site.index)
        )
        here = self._outline(point.function).order[point.label]
        self._frontier.push(vertex.number, (*calls, *here, point.index))
        return vertex.number

    def _edge(
        self, source: int | None, target: int, kind: EdgeKind, position: Position, heap: SymbolicHeap | None = None
    ) -> None:
        if source is not None:
            self._frontier.connect(Edge(source, target, kind, position, heap))


def _heap_atoms(heap: SymbolicHeap) -> int:
    """Return the number of atoms that have to be released."""
    return sum(not isinstance(atom, Object) or atom.lifetime is ir.Lifetime.HEAP for atom in heap.atoms)

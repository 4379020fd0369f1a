"""Compare runs of C programs with their proofs.

Law (cut points): whenever a run reaches the head of a loop, the memory it sees is a model of a heap that the transition
system has there.  It sees what the roots of that heap lead to; the rest is garbage, or belongs to callers that a
summary has cut off.

Law (errors): a program that is proved safe has no run that fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import immutables

from symheap.core.terms import wrap
from symheap.memory.bytes import MemoryObject
from symheap.memory.execution.closures import InterpreterFrame
from symheap.memory.execution.interpreter import InterpreterLimits, run
from symheap.memory.execution.oracle import RandomOracle
from symheap.memory.execution.store import Memory
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed
from symheap.memory.values import Value, bits_of, origin_of
from symheap.refinement.concrete import ConcreteHeap
from symheap.refinement.snapshot import contents_of
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.heaps.outline import Outline, outline
from symheap.separation.proof.recursion import recursive
from symheap.separation.proof.transition import EdgeKind, Point, Site, System, Vertex
from symheap_testing.c.satisfies import satisfies

LIMITS = InterpreterLimits(steps=4_000)
MOST_OBJECTS = 50
"""Largest number of objects that is checked: the search for a model recurses over them."""
_GHOST = "$"


def first_failure(program: Program, seeds: Iterable[int], limits: InterpreterLimits = LIMITS) -> Failed | None:
    """Return the first error of random runs with these seeds, or None."""
    for seed in seeds:
        outcome = run(program, RandomOracle(seed), limits)
        if isinstance(outcome, Failed):
            return outcome
    return None


@dataclass(frozen=True, slots=True)
class Stranger:
    """A state that is no model of any heap at its point."""

    point: Point
    state: ConcreteHeap
    heaps: tuple[SymbolicHeap, ...]


@dataclass(slots=True)
class CutPoints:
    """An observer of runs that looks up every state at the head of a loop in a transition system.

    `exactly` counts states whose whole memory some heap describes; `partly` those with additional memory, which the
    analysis has dropped; `summarised` those in calls by summary, whose callers a heap does not describe.
    """

    program: Program
    system: System
    exactly: int = 0
    partly: int = 0
    summarised: int = 0
    strangers: list[Stranger] = field(default_factory=list)
    _at: dict[Point, list[Vertex]] = field(default_factory=dict)
    _outlines: dict[str, Outline] = field(default_factory=dict)
    _recursive: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self._recursive = recursive(self.program)
        for vertex in proof(self.system):
            self._at.setdefault(_anonymous(vertex.point), []).append(vertex)
        for name, function in self.program.functions.items():
            self._outlines[name] = outline(function)

    @property
    def states(self) -> int:
        return self.exactly + self.partly + self.summarised + len(self.strangers)

    def __call__(self, frames: Sequence[InterpreterFrame], memory: Memory) -> None:
        here = frames[-1]
        if here.label not in self._outlines[here.function.name].heads or len(memory.space.objects()) > MOST_OBJECTS:
            return
        seen = self._seen(frames)
        first = len(frames) - len(seen)
        is_cut = seen[0].function.name in self._recursive
        point = self._point(seen, is_cut)
        roots = self._roots(seen, memory, 1 if is_cut else first)
        heaps = [vertex.heap for vertex in self._at.get(point, ())]
        if is_cut:
            heaps = [heap.without_roots([name for name in heap.roots if name.startswith(_GHOST)]) for heap in heaps]
        elif any(_is_model(roots, heap, memory) for heap in heaps):
            self.exactly += 1
            return
        if any(_is_model(roots, heap, memory, exact=False) for heap in heaps):
            self.partly += not is_cut
            self.summarised += is_cut
            return
        self.strangers.append(Stranger(point, _reached(roots, roots, memory), tuple(heaps)))

    def _seen(self, frames: Sequence[InterpreterFrame]) -> Sequence[InterpreterFrame]:
        """Return the calls that the heap at a point describes: from the last call by summary on, or all."""
        cuts = [number for number, frame in enumerate(frames) if frame.function.name in self._recursive]
        return frames[cuts[-1] :] if cuts else frames

    def _point(self, frames: Sequence[InterpreterFrame], is_cut: bool) -> Point:
        sites = [Site(frame.function.name, frame.label, frame.index) for frame in frames[:-1]]
        stack = (Site(frames[0].function.name, "#", -1), *sites) if is_cut else tuple(sites)
        return Point(stack, frames[-1].function.name, frames[-1].label)

    def _roots(self, frames: Sequence[InterpreterFrame], memory: Memory, first: int) -> dict[str, tuple[int, Value]]:
        """Return the values of all roots, with their sizes."""
        pointer = self.program.model.pointer
        roots: dict[str, tuple[int, Value]] = {
            f"&{name}": (pointer, memory.address(thing)) for name, thing in memory.globals.items()
        }
        for depth, frame in enumerate(frames, start=first):
            sizes = self._outlines[frame.function.name].sizes
            for name, value in frame.registers.items():
                roots[f"{depth}:{name}"] = (sizes[name], value)
            for name, thing in frame.locals.items():
                roots[f"{depth}:&{name}"] = (pointer, memory.address(thing))
            for number, thing in enumerate(frame.allocated):
                roots[f"{depth}:&<alloca {number}>"] = (pointer, memory.address(thing))
        return roots


def proof(system: System) -> list[Vertex]:
    """Return the vertices that count: reached without passing one that a larger heap has replaced."""
    following: dict[int, list[int]] = {}
    for edge in system.edges:
        if edge.source not in system.covered or edge.kind is EdgeKind.COVER:
            following.setdefault(edge.source, []).append(edge.target)
    reached = {0}
    waiting = [0]
    while waiting:
        for target in following.get(waiting.pop(), ()):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return [vertex for vertex in system.vertices if vertex.number in reached and vertex.number not in system.covered]


def _anonymous(point: Point) -> Point:
    """Return a point without the number of the summary by which it was entered."""
    if point.stack and point.stack[0].index < 0:
        return Point(
            (Site(point.stack[0].function, "#", -1), *point.stack[1:]), point.function, point.label, point.index
        )
    return point


Roots = dict[str, tuple[int, Value]]


def _is_model(roots: Roots, heap: SymbolicHeap, memory: Memory, exact: bool = True) -> bool:
    """Whether the memory that the roots of a heap lead to is a model of it; if not `exact`, a part of the memory is."""
    if any(name not in roots for name in heap.roots):
        return False
    return satisfies(_reached(roots, heap.roots if exact else roots, memory), heap, exact=exact)


def _reached(roots: Roots, names: Iterable[str], memory: Memory) -> ConcreteHeap:
    """Return the memory that some roots lead to, by the provenance of pointers."""
    chosen = {name: roots[name] for name in names}
    reached: dict[MemoryObject, None] = {}
    waiting = [origin_of(value) for _, value in chosen.values()]
    while waiting:
        thing = waiting.pop()
        if thing is not None and thing.is_alive and thing not in reached:
            reached[thing] = None
            waiting += thing.origins()
    objects = {wrap(thing.base, 8 * memory.space.pointer): contents_of(thing) for thing in reached}
    values = {name: wrap(bits_of(value), 8 * size) for name, (size, value) in chosen.items()}
    return ConcreteHeap(immutables.Map(objects), immutables.Map(values))

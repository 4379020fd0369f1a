"""What an analysis of a C program came to, as all forms of a report need it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from symheap.core.source import Position
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.ir import Lifetime, Program
from symheap.shape.checking import abstracting
from symheap.shape.formula import Object, SymbolicHeap
from symheap.shape.show import Names, heap_text
from symheap.shape.transition import Edge, EdgeKind, Point, System, Vertex
from symheap.shape.verdict import Verdict, Word, judged

MEMORY_SAFETY, REACH, LEAK = "memsafety", "reach", "leak"
_ALWAYS = ("operands are evaluated from left to right", "one thread, on a stack that suffices")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked, as far as a report speaks of it."""

    files: tuple[str, ...]
    aim: str = MEMORY_SAFETY
    entry: str | None = None
    patterns: str = "discover"
    timeout: float | None = None
    malloc_may_fail: bool = False
    havoc_unknown: bool = False

    @property
    def target(self) -> str:
        return " ".join(self.files)


@dataclass(frozen=True, slots=True)
class Proof:
    """A program, its transition system, and the verdict on the property that was asked for.

    `broken` are the edges that a second check did not confirm, None if there was none.
    """

    wanted: Wanted
    program: Program
    system: System
    verdict: Verdict
    seconds: float
    queries: int = 0
    broken: tuple[Edge, ...] | None = None
    uncounted: int = 0

    @staticmethod
    def of(
        wanted: Wanted,
        program: Program,
        system: System,
        seconds: float,
        *,
        queries: int = 0,
        broken: tuple[Edge, ...] | None = None,
    ) -> Proof:
        """Law: a proof of which an edge is not confirmed is none."""
        counted = _counted(system, wanted.aim)
        verdict = judged(counted)
        if broken and verdict.word is Word.SAFE:
            verdict = replace(verdict, word=Word.UNKNOWN, reason="unconfirmed-step")
        uncounted = len(system.failures) - len(counted.failures)
        return Proof(wanted, program, counted, verdict, seconds, queries, broken, uncounted)

    @property
    def checked(self) -> int:
        """How many edges a second check looks at."""
        return len(abstracting(self.system))

    def assumptions(self) -> tuple[str, ...]:
        """What the verdict takes for granted."""
        more = (*self.program.assumptions, *_ALWAYS)
        if self.wanted.aim != REACH:
            return more
        return (*more, "an execution ends at its first memory error" + _uncounted(self.uncounted))

    def heap(self, heap: SymbolicHeap, point: Point, names: Names) -> str:
        """A heap in one line, with the names of the source."""
        shown = without_constants(heap)
        return heap_text(shown, names, spelled(self.program, point, shown.roots)).replace("\n ", "")

    def place(self, point: Point) -> Position:
        """Where in the source a point is."""
        block = self.program.functions[point.function].blocks[point.label]
        commands = block.commands[point.index :]
        return commands[0].position if commands else block.end.position


def _counted(system: System, aim: str) -> System:
    """The system with the failures that matter for what is asked."""
    if aim != REACH:
        return system
    return replace(system, failures=[each for each in system.failures if each.fault.kind is MemoryErrorKind.ASSERTION])


def _uncounted(number: int) -> str:
    return f" ({number} possible {'one is' if number == 1 else 'ones are'} not counted)" if number else ""


# Names ----------------------------------------------------------------------------------------------------------------


def frames(point: Point) -> tuple[str, ...]:
    """The functions of the calls that have not returned, from depth 0 on; nothing is known below a summary."""
    return (*("" if site.index < 0 else site.function for site in point.stack), point.function)


def spelled(program: Program, point: Point, roots: Iterable[str]) -> Mapping[str, str]:
    """How the source writes the roots of a heap at `point`; those of other calls with their functions."""
    calls = frames(point)
    return {root: _spelled(program, calls, root) for root in roots if root[0].isdigit()}


def _spelled(program: Program, calls: tuple[str, ...], root: str) -> str:
    depth, _, register = root.partition(":")
    address, register = ("&", register[1:]) if register.startswith("&") else ("", register)
    name = calls[int(depth)] if int(depth) < len(calls) else ""
    function = program.functions.get(name)
    written = register if function is None else function.names.get(register, register)
    return f"{address}{written}" if int(depth) == len(calls) - 1 else f"{address}{name}::{written}"


def without_constants(heap: SymbolicHeap) -> SymbolicHeap:
    """A heap without functions and strings, which never change: for reading only."""
    constant = {
        atom.base
        for atom in heap.atoms
        if isinstance(atom, Object) and atom.lifetime in (Lifetime.FUNCTION, Lifetime.STRING)
    }
    atoms = tuple(atom for atom in heap.atoms if not (isinstance(atom, Object) and atom.base in constant))
    names = [name for name, value in heap.roots.items() if name.startswith("&") and value in constant]
    return replace(heap.without_roots(names), atoms=atoms)


# The part that counts -------------------------------------------------------------------------------------------------


def relevant(system: System) -> set[int]:
    """The vertices of the proof, and those on the way to failures.

    From a vertex that a larger heap replaced, only the edge to that one counts.
    """
    following: dict[int, list[int]] = {}
    leading: dict[int, list[int]] = {}
    for edge in system.edges:
        leading.setdefault(edge.target, []).append(edge.source)
        if edge.source not in system.covered or edge.kind is EdgeKind.COVER:
            following.setdefault(edge.source, []).append(edge.target)
    return _closed({0} if system.vertices else set(), following) | _closed(
        {failure.vertex for failure in system.failures}, leading
    )


def _closed(start: set[int], following: Mapping[int, list[int]]) -> set[int]:
    found = set(start)
    waiting = list(start)
    while waiting:
        for target in following.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


# Invariants -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Invariant:
    """What holds at the head of a loop: one of the disjuncts.  `calls` are those that have not returned."""

    function: str
    position: Position
    calls: tuple[str, ...]
    vertices: tuple[Vertex, ...]


def invariants(proof: Proof) -> list[Invariant]:
    """One for each loop, in the order of the source, and for each way in which its function was called."""
    system = proof.system
    counting = relevant(system) - system.covered
    heads: dict[Point, list[Vertex]] = {}
    for vertex in system.vertices:
        if vertex.before is not None and vertex.number in counting:
            heads.setdefault(vertex.point, []).append(vertex)
    found = [
        Invariant(point.function, proof.place(point), frames(point)[:-1], tuple(vertices))
        for point, vertices in heads.items()
    ]
    return sorted(found, key=lambda each: (each.position.file, each.position.line, each.position.column))

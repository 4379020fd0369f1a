"""Execute commands on symbolic heaps, one function per command, from a heap to the possible heaps and faults.

Law: if a model of the heap runs the command without error, the result is a model of one of the heaps; if it runs into
an error, a fault of that kind is among the results, or one that says that nothing is known about the address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import count
from typing import Union

from symheap.core.source import Position
from symheap.core.terms import Value, eq, not_
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.expressions import Expression, Register
from symheap.memory.ir import (
    Allocate,
    Assert,
    Assign,
    Assume,
    Enter,
    Free,
    Leave,
    Lifetime,
    Load,
    Local,
    Nondet,
    Store,
)
from symheap.memory.ir import Command as MemoryCommand
from symheap.separation.entailment.logic import Logic, carrying
from symheap.separation.execution.evaluate import Evaluation
from symheap.separation.execution.exposing import Found, Missing, expose
from symheap.separation.heaps.formula import Object, SymbolicHeap, is_ended
from symheap.separation.heaps.places import AccessPlace, places, read_place, written_place


@dataclass(frozen=True, slots=True)
class Fault:
    """An error that some model of `heap` may run into."""

    kind: MemoryErrorKind
    position: Position
    heap: SymbolicHeap
    why: str


Result = Union[SymbolicHeap, Fault]


@dataclass(frozen=True, slots=True)
class CallContext:
    """Where commands are executed: in the call at `depth`, with addresses of `pointer` bytes."""

    logic: Logic
    depth: int
    pointer: int

    def register(self, register: Register) -> str:
        return f"{self.depth}:{register.name}"

    def local(self, local: Local) -> str:
        return f"{self.depth}:&{local.name}"


@singledispatch
def execute(command: MemoryCommand, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    """Return the possible results of a command.

    Rule: [SLAyer] section 2, "Programs".
    """
    raise NotImplementedError(type(command).__name__)


def evaluated(frame: CallContext, heap: SymbolicHeap, *expressions: Expression) -> tuple[SymbolicHeap, list[Value]]:
    """Return the values of expressions, and the heap with the symbols that they need."""
    evaluation = Evaluation(heap, frame.depth)
    values = [evaluation.value(expression) for expression in expressions]
    return evaluation.heap, values


def at_places(
    frame: CallContext,
    heap: SymbolicHeap,
    address: Value,
    size: int,
    position: Position,
    then: Callable[[AccessPlace], Iterator[SymbolicHeap] | list[SymbolicHeap]],
) -> list[Result]:
    """Apply `then` to every place where `size` bytes at `address` may be; add the faults where they may be missing."""
    results: list[Result] = []
    for case in expose(frame.logic, heap, address, size):
        if isinstance(case, Missing):
            results.append(Fault(case.kind, position, case.heap, case.why))
            continue
        for place in places(frame.logic, case, size):
            results += then(place)
    return results


@execute.register
def _assign(command: Assign, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    heap, (value,) = evaluated(frame, heap, command.value)
    return [heap.with_root(frame.register(command.target), value)]


@execute.register
def _nondet(command: Nondet, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    heap, symbol = heap.fresh(command.target.size)
    return [heap.with_root(frame.register(command.target), symbol)]


@execute.register
def _load(command: Load, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    heap, (address,) = evaluated(frame, heap, command.address)
    target = frame.register(command.target)

    def load(place: AccessPlace) -> Iterator[SymbolicHeap]:
        new, value = read_place(place, command.target.size)
        yield new.with_root(target, value)

    return at_places(frame, heap, address, command.target.size, command.position, load)


@execute.register
def _store(command: Store, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    heap, (address, value) = evaluated(frame, heap, command.address, command.value)
    heap, (name,) = carrying(heap, (value,))
    size = command.value.size
    results: list[Result] = []
    for case in expose(frame.logic, heap, address, size):
        if isinstance(case, Missing):
            results.append(Fault(case.kind, command.position, case.heap, case.why))
        elif case.target.lifetime.is_read_only and not command.initial:
            what = case.target.lifetime.described
            results.append(Fault(MemoryErrorKind.READ_ONLY, command.position, case.heap, what))
        else:
            for place in places(frame.logic, case, size):
                new = written_place(place, size, place.heap.roots[name])
                results.append(new.without_roots((name,)))
    return results


@execute.register
def _allocate(command: Allocate, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    heap, (size,) = evaluated(frame, heap, command.size)
    heap = without_ended(heap)
    target = frame.register(command.target)
    new, base = heap.fresh(frame.pointer)
    thing = Object(base, size, lifetime=command.lifetime, zero=command.zero)
    new = new.with_atoms(thing).with_root(target, base)
    if command.lifetime is Lifetime.LOCAL:
        new = new.with_root(_nameless(frame, heap), base)
    results: list[Result] = [new]
    if command.may_fail:
        results.append(heap.with_root(target, 0))
    return results


def _nameless(frame: CallContext, heap: SymbolicHeap) -> str:
    """Return a root for an object of ``alloca``, like those of locals, by which the end of the call finds it."""
    names = (f"{frame.depth}:&<alloca {number}>" for number in count())
    return next(name for name in names if name not in heap.roots)


@execute.register
def _free(command: Free, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    heap, (address,) = evaluated(frame, heap, command.address)
    is_null = eq(address, 0)
    heap, (name,) = carrying(heap, (address,))
    results: list[Result] = [new.without_roots((name,)) for new in frame.logic.assume(heap, is_null)]
    for new in frame.logic.assume(heap, not_(is_null)):
        for case in freed_at(frame, new.without_roots((name,)), new.roots[name], command.position):
            results.append(case if isinstance(case, Fault) else ended(case.heap, case.target))
    return results


def freed_at(frame: CallContext, heap: SymbolicHeap, address: Value, position: Position) -> list[Found | Fault]:
    """Return the objects that an address, which is not null, may free, or faults."""
    return [_freeable(case, position) for case in expose(frame.logic, heap, address, 0)]


def _freeable(case: Found | Missing, position: Position) -> Found | Fault:
    if isinstance(case, Missing):
        is_double = case.kind is MemoryErrorKind.DANGLING
        kind = MemoryErrorKind.DOUBLE_FREE if is_double else MemoryErrorKind.INVALID_FREE
        return Fault(kind, position, case.heap, case.why)
    if case.offset != 0:
        return Fault(MemoryErrorKind.INVALID_FREE, position, case.heap, "not the start of the object")
    if case.target.lifetime is not Lifetime.HEAP:
        why = f"a {case.target.lifetime.value} object"
        return Fault(MemoryErrorKind.INVALID_FREE, position, case.heap, why)
    return case


def ended(heap: SymbolicHeap, thing: Object) -> SymbolicHeap:
    """Return the heap after the end of an object's life, which is remembered.

    Other live objects are not at its address; this is known until the next object is created.
    """
    gone = heap.gone.set(thing.base, thing.lifetime)
    if thing.lifetime is not Lifetime.HEAP:
        return replace(heap.without_atom(thing), gone=gone)
    return replace(heap.replaced(thing, Object(thing.base, 1, lifetime=Lifetime.ENDED)), gone=gone)


def without_ended(heap: SymbolicHeap) -> SymbolicHeap:
    """Return the heap in which new objects may be at the addresses of old ones."""
    atoms = tuple(atom for atom in heap.atoms if not is_ended(atom))
    return heap if len(atoms) == len(heap.atoms) else replace(heap, atoms=atoms)


@execute.register
def _enter(command: Enter, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    heap = without_ended(heap)
    for local in command.locals:
        heap = _left(frame, heap, local)
        heap, base = heap.fresh(frame.pointer)
        thing = Object(base, local.size, lifetime=local.lifetime, name=local.name)
        heap = heap.with_atoms(thing).with_root(frame.local(local), base)
    return [heap]


@execute.register
def _leave(command: Leave, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    for local in command.locals:
        heap = _left(frame, heap, local)
    for array in command.arrays:
        address = heap.roots[frame.register(array)]
        things = (atom for atom in heap.atoms if isinstance(atom, Object) and atom.base is address)
        thing = next(things, None)
        if thing is not None and thing.lifetime is Lifetime.LOCAL:
            held = [name for name in heap.roots if "&<alloca " in name and heap.roots[name] is address]
            heap = ended(heap.without_roots(tuple(held)), thing)
        elif address != 0 and address not in heap.gone:
            return [Fault(MemoryErrorKind.INVALID, command.position, heap, "which array ends its life is not known")]
    return [heap]


def _left(frame: CallContext, heap: SymbolicHeap, local: Local) -> SymbolicHeap:
    name = frame.local(local)
    base = heap.roots.get(name)
    if base is None:
        return heap
    thing = next((atom for atom in heap.atoms if isinstance(atom, Object) and atom.base is base), None)
    heap = heap.without_roots((name,))
    return heap if thing is None else ended(heap, thing)


@execute.register
def _assume(command: Assume, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    evaluation = Evaluation(heap, frame.depth)
    condition = evaluation.condition(command.condition)
    return list(frame.logic.assume(evaluation.heap, condition))


@execute.register
def _assert(command: Assert, frame: CallContext, heap: SymbolicHeap) -> list[Result]:
    evaluation = Evaluation(heap, frame.depth)
    condition = evaluation.condition(command.condition)
    results: list[Result] = list(frame.logic.assume(evaluation.heap, condition))
    for new in frame.logic.assume(evaluation.heap, not_(condition)):
        results.append(Fault(command.kind, command.position, new, command.text))
    return results

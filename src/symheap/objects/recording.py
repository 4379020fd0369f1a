"""The effects of a class initialiser in a freshly started JVM, recorded once for all paths that need it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.core.outcome import Returned
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.decisions import Decision
from symheap.objects.initialization import Progress
from symheap.objects.interpreter import initializing
from symheap.objects.ir import Program
from symheap.objects.steps.binding import code_of
from symheap.objects.steps.loop import run_method
from symheap.objects.steps.machine import ConcreteMachine, Loops


@dataclass(frozen=True, slots=True)
class Recorded:
    """The initialisation of a class, including that of the other classes it causes: all are in `done`.

    It is a function of the objects in `read`, which exist before the call, under the condition that no class of `done`
    is marked. `made` are the new objects that survive, with negative numbers; `changed` are objects from before the
    call in their final state. `created` are the classes of all new objects, also of those that do not survive.
    """

    done: frozenset[str]
    decisions: tuple[Decision, ...]
    read: frozenset[int]
    made: Mapping[int, ConcreteObject]
    changed: Mapping[int, ConcreteObject]
    created: frozenset[str]


class _Watched(Mapping[int, ConcreteObject]):
    """Objects that exist before the call, with a record of those that were read."""

    def __init__(self, objects: Mapping[int, ConcreteObject]) -> None:
        self._objects = objects
        self.seen: set[int] = set()

    def __getitem__(self, number: int) -> ConcreteObject:
        self.seen.add(number)
        return self._objects[number]

    def __contains__(self, number: object) -> bool:
        return number in self._objects

    def __iter__(self) -> Iterator[int]:
        return iter(self._objects)

    def __len__(self) -> int:
        return len(self._objects)


def record(program: Program, class_name: str, *, max_calls: int, max_loop: int, max_steps: int) -> Recorded | None:
    """Return the initialisation of a class, run from the heap before the call.

    Returns None if the effects are not the same wherever it runs: it does not return within the bounds, some class
    fails on the way, it asks for an arbitrary value or for its caller, it depends on which classes were initialised
    before the call, or it leaves exceptions behind, whose stack depends on that too.
    """
    if program.initial is None:
        return None
    before = _Watched(program.initial.shared())
    heap = ConcreteHeap(program.initial.table, base=before)
    machine = ConcreteMachine(program, code_of(program, heap), heap, max_calls)
    machine.closed = True
    machine.loops = Loops(max_loop)
    end = run_method(machine, initializing(class_name), [], max_steps)
    if not isinstance(end, Returned) or machine.arbitrary or machine.told_entry or machine.history:
        return None
    changed = {number: obj for number, obj in heap.objects.items() if number > 0}
    made = _reached(heap, changed)
    if any(mark is not Progress.DONE for mark in machine.marks.values()):
        return None
    if any(number > 0 or number in made for number in machine.births):
        return None
    created = frozenset(obj.class_name for number, obj in heap.objects.items() if number < 0)
    return Recorded(frozenset(machine.marks), tuple(machine.decisions), frozenset(before.seen), made, changed, created)


def _reached(heap: ConcreteHeap, changed: Mapping[int, ConcreteObject]) -> dict[int, ConcreteObject]:
    """Return the new objects reachable from those from before the call: no others outlive an initialiser.

    A number may be mistaken for an object; then too many objects are kept.
    """
    pending, reached = list(changed.values()), dict[int, ConcreteObject]()
    while pending:
        tick()
        obj = pending.pop()
        for value in (*obj.fields.values(), *obj.elements.values()):
            number = int(value)
            if number < 0 and number not in reached and number in heap.objects:
                reached[number] = heap.objects[number]
                pending.append(reached[number])
    return reached

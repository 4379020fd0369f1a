"""Whether questions about pairs of classes distinguish all orders in which classes were initialised.

A run decides for contested classes whether they were initialised before the call, and for pairs of them in which order
(`symheap.objects.past`). That suffices for most programs. It does not if, say, an initialiser undoes the effect of
another one unless a third one ran in between, or if it matters whether a class was initialised before another one or by
it. Here classes are initialised in every order, and the answers of a run with these questions are compared with the
actual effects. If the two differ, the classes are *disputed*: paths on which they were initialised before the call are
not supported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from random import Random
from typing import Final

from symheap.core.deadline import tick
from symheap.core.model import Plain
from symheap.core.source import Position
from symheap.core.terms import REF
from symheap.lang.java.classes import holder_name
from symheap.lang.java.past.objects import line_of
from symheap.lang.java.table import JavaTable
from symheap.objects import ir
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.objects.initialization import Mark, Progress
from symheap.objects.interpreter import initializing
from symheap.objects.past import Past, is_open, name_of, order_of
from symheap.objects.steps.binding import code_of
from symheap.objects.steps.loop import run_method
from symheap.objects.steps.machine import ConcreteMachine, Ended
from symheap.objects.steps.past import decide, settle_claims

Place = tuple[str, str]
"""A static field: its class and its name."""

_MOST: Final = 4
"""The number of classes whose orders are all tried.  Of more, every order of three is, and a sample of the others."""
_MANY: Final = 8
"""A group of more classes than this is disputed."""
_SAMPLE: Final = 1_500
"""The number of orders with two questions that are tried; with one question all are, for few classes."""
_SEQUENCES: Final = 200
_OBJECTS: Final = 300
"""The number of objects that are compared."""
_CALLS: Final = 1_000
_STEPS: Final = 1_000_000
_POSITION: Final = Position("", 0, 0)


@dataclass(frozen=True, slots=True)
class _Order:
    """Classes initialised one after the other; those initialised by others on their way come before these.

    `marks` and `heap` are the effects.
    """

    names: tuple[str, ...]
    marks: Mapping[str, Mark]
    heap: ConcreteHeap

    def roots(self, group: Sequence[str]) -> dict[str, Plain]:
        """Return the inputs that state this order."""
        answers: dict[str, Plain] = {name_of(name): name in self.names for name in group}
        for (k, first), (n, second) in product(enumerate(self.names), repeat=2):
            if k != n:
                answers[order_of(first, second)] = k < n
        return answers


class Orders:
    """The orders of classes of one program. `settlers` maps a static field to the classes that write it.

    `first` is the number of the first object that does not belong to the JDK.
    """

    def __init__(
        self,
        program: ir.Program,
        past: Past,
        table: JavaTable,
        settlers: Mapping[Place, tuple[str, ...]],
        first: int,
    ) -> None:
        self._program = program
        self._past = past
        self._table = table
        self._initial = table.initial
        self._settlers = settlers
        self._first = first

    def groups(self, names: Iterable[str]) -> list[tuple[str, ...]]:
        """Return the classes grouped by mutual influence."""
        partition: list[set[str]] = []
        for name in names:
            near = {name, *self._past.first(name)}
            touching = [group for group in partition if not group.isdisjoint(near)]
            partition = [group for group in partition if group not in touching] + [near.union(*touching)]
        return [tuple(sorted(group)) for group in partition]

    def are_told_apart(self, group: Sequence[str]) -> bool:
        """Whether a run that asks its questions finds the actual effects of the initialisers in every order."""
        if len(group) > _MANY:
            return False
        parts = [group] if len(group) <= _MOST else [*combinations(group, 3), group]
        return len(group) < 2 or all(map(self._are_orders_right, parts))

    def _are_orders_right(self, group: Sequence[str]) -> bool:
        places = [place for place, names in self._settlers.items() if not set(names).isdisjoint(group)]
        questions: list[str | Place] = [*group, *places]
        orders = list(self._orders(group))
        ones: list[tuple[str | Place, ...]] = [(each,) for each in questions]
        if len(group) <= _MOST and not all(self._is_right(group, *each) for each in product(ones, orders)):
            return False
        twos = list(product(permutations(questions, 2), orders))
        some = twos if len(twos) <= _SAMPLE else Random(0).sample(twos, _SAMPLE)
        return all(self._is_right(group, *each) for each in some)

    def _orders(self, group: Sequence[str]) -> Iterator[_Order]:
        """Yield the effects of every order of some classes of a group; for many classes, of a sample."""
        return (self._ran(names, set(group)) for names in _sequences(group))

    def _ran(self, names: Sequence[str], group: set[str]) -> _Order:
        """Initialise classes, each with those that it initialises."""
        heap = self._heap({})
        program = replace(self._program, past=None)
        marks: dict[str, Mark] = {}
        done: list[str] = []
        for name in names:
            tick()
            machine = ConcreteMachine(program, code_of(program, heap), heap, _CALLS)
            machine.initialized = frozenset(self._initial.initialized)
            machine.marks = marks
            run_method(machine, initializing(name), [], _STEPS)
            marks = machine.marks
            by_it = [other for other in marks if other in group and other not in done and other != name]
            done += [*by_it, *([name] if name not in done else [])]
        return _Order(tuple(done), marks, heap)

    def _is_right(self, group: Sequence[str], asked: Sequence[str | Place], order: _Order) -> bool:
        """Whether the decisions about classes and static fields agree with an order."""
        tick()
        heap = self._heap(order.roots(group))
        machine = ConcreteMachine(self._program, code_of(self._program, heap), heap, _CALLS)
        machine.initialized = frozenset(self._initial.initialized)
        try:
            return all(self._answer(machine, each, order) for each in asked)
        except Ended:
            return True

    def _answer(self, machine: ConcreteMachine, asked: str | Place, order: _Order) -> bool:
        names = (asked,) if isinstance(asked, str) else self._settlers[asked]

        def mark(name: str) -> Mark | None:
            return Progress.DONE if name in machine.initialized else machine.marks.get(name)

        for name in names:
            if is_open(self._past, machine.history, mark, name):
                decide(machine, self._past, mark, name, _POSITION)
            settle_claims(machine, self._past, mark, _POSITION)
        mark_now = mark(asked) if isinstance(asked, str) else None
        if isinstance(asked, str) and mark_now != order.marks.get(asked):
            return False
        places = [asked] if not isinstance(asked, str) else self._own(asked) if mark_now is Progress.DONE else []
        return self._picture(machine.heap, places) == self._picture(order.heap, places)

    def _heap(self, roots: Mapping[str, Plain]) -> ConcreteHeap:
        heap = self._initial.heap
        return ConcreteHeap(heap.table, dict(roots), base=heap.shared())

    def _own(self, class_name: str) -> list[Place]:
        """Return the static fields of a class that no initialiser of another class changes."""
        fields = self._table.fields(holder_name(class_name))
        places = ((class_name, field.name) for field in fields)
        return [place for place in places if place not in self._settlers]

    def _picture(self, heap: ConcreteHeap, places: Sequence[Place]) -> list[object]:
        """Return what static fields lead to, the same for the same objects with other numbers."""
        known: dict[int, int] = {}
        pending: list[int] = []

        def seen(number: int) -> int:
            if number >= INITIAL and number < self._first:
                return number
            if number and number not in known:
                known[number] = len(known) + 1
                pending.append(number)
            return -known.get(number, 0)

        lines: list[object] = []
        for class_name, name in places:
            holder = self._initial.holder(class_name).location.number
            field = next(f for f in heap.table.fields(heap.class_of(holder)) if f.name == name)
            value = heap.get(holder, field)
            lines.append(seen(int(value)) if field.type.sort is REF else value)
        while pending and len(lines) < _OBJECTS:
            tick()
            lines.append(line_of(self._table, heap.find(pending.pop()), seen))
        return lines


def _sequences(group: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if len(group) <= _MOST:
        for size in range(len(group) + 1):
            yield from permutations(group, size)
        return
    random = Random(0)
    for _ in range(_SEQUENCES):
        yield tuple(random.sample(group, random.randint(0, len(group))))

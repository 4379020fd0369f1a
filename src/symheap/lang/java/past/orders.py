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
from symheap.objects.history import name_of, order_of
from symheap.objects.initialization import Mark, Progress
from symheap.objects.interpreter import initializing
from symheap.objects.past import Past, is_open
from symheap.objects.steps.binding import code_of
from symheap.objects.steps.loop import run_method
from symheap.objects.steps.machine import ConcreteMachine, Ended
from symheap.objects.steps.past import decide, settle_claims

Place = tuple[str, str]
"""A static field: its class and its name."""

Asked = tuple[str | Place, ...]
"""Classes and static fields that a run asks about, in this order."""

Seen = tuple[frozenset[str], tuple[object, ...]]
"""The classes that were initialised, and what the static fields that were asked about lead to."""

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
        ones: list[Asked] = [(each,) for each in questions]
        twos: list[Asked] = list(permutations(questions, 2))
        if len(group) <= _MOST:
            few = max(1, _SAMPLE // len(orders))
            some = twos if len(twos) <= few else Random(0).sample(twos, few)
            return all(self._is_asked_right(group, asked, orders) for asked in (*ones, *some))
        pairs = list(product(twos, orders))
        sample = pairs if len(pairs) <= _SAMPLE else Random(0).sample(pairs, _SAMPLE)
        return all(self._is_asked_right(group, asked, [order], alone=True) for asked, order in sample)

    def _is_asked_right(
        self, group: Sequence[str], asked: Asked, orders: Sequence[_Order], *, alone: bool = False
    ) -> bool:
        """Whether the answers to some questions are what initialisers left in these orders, and all of it.

        A run that was not asked about an order may answer as in another one. With `alone`, only this one is looked at.
        """
        left, every, answered = set[Seen](), set[Seen](), set[Seen]()
        for order in orders:
            names = frozenset(order.names)
            true = names, self._picture(order.heap, asked, order.marks)
            every.add(true)
            machine = self._machine(group, order)
            try:
                if not all(self._answer(machine, each, order) for each in asked):
                    return False
            except Ended:
                continue
            left.add(true)
            answered.add((names, self._picture(machine.heap, asked, machine.marks)))
        return alone or left <= answered <= every

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

    def _machine(self, group: Sequence[str], order: _Order) -> ConcreteMachine:
        heap = self._heap(order.roots(group))
        machine = ConcreteMachine(self._program, code_of(self._program, heap), heap, _CALLS)
        machine.initialized = frozenset(self._initial.initialized)
        return machine

    def _answer(self, machine: ConcreteMachine, asked: str | Place, order: _Order) -> bool:
        """Ask a question. Whether the answer agrees with the order, as to marks and values that are no objects."""
        owner = asked if isinstance(asked, str) else asked[0]
        names = dict.fromkeys((*(() if isinstance(asked, str) else self._settlers[asked]), owner))

        def mark(name: str) -> Mark | None:
            return Progress.DONE if name in machine.initialized else machine.marks.get(name)

        for name in names:
            if is_open(self._past, machine.history, mark, name):
                decide(machine, self._past, mark, name, _POSITION)
            settle_claims(machine, self._past, mark, _POSITION)
        if machine.marks.get(owner) != order.marks.get(owner):
            return False
        if isinstance(asked, str) or not self._is_there(owner, order.marks):
            return True
        return self._value(machine.heap, asked) == self._value(order.heap, asked)

    def _is_there(self, class_name: str, marks: Mapping[str, Mark]) -> bool:
        """Whether static fields of a class can be read without running its initialiser now."""
        return not self._past.is_contested(class_name) or marks.get(class_name) is Progress.DONE

    def _heap(self, roots: Mapping[str, Plain]) -> ConcreteHeap:
        heap = self._initial.heap
        return ConcreteHeap(heap.table, dict(roots), base=heap.shared())

    def _own(self, class_name: str) -> list[Place]:
        """Return the static fields of a class that no initialiser of another class changes."""
        fields = self._table.fields(holder_name(class_name))
        places = ((class_name, field.name) for field in fields)
        return [place for place in places if place not in self._settlers]

    def _value(self, heap: ConcreteHeap, place: Place) -> Plain:
        """Return the value of a static field. For an object only the class counts."""
        value, is_object = self._held(heap, place)
        return hash(heap.class_of(int(value))) if is_object and value else value

    def _held(self, heap: ConcreteHeap, place: Place) -> tuple[Plain, bool]:
        class_name, name = place
        holder = self._initial.holder(class_name).location.number
        field = next(f for f in heap.table.fields(heap.class_of(holder)) if f.name == name)
        return heap.get(holder, field), field.type.sort is REF

    def _picture(self, heap: ConcreteHeap, asked: Asked, marks: Mapping[str, Mark]) -> tuple[object, ...]:
        """Return what the static fields that were asked about lead to, the same for objects with other numbers."""
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
        for each in asked:
            class_name = each if isinstance(each, str) else each[0]
            places = self._own(class_name) if isinstance(each, str) else [each]
            for place in places if self._is_there(class_name, marks) else ():
                value, is_object = self._held(heap, place)
                lines.append(seen(int(value)) if is_object else value)
        while pending and len(lines) < _OBJECTS:
            tick()
            lines.append(line_of(self._table, heap.find(pending.pop()), seen))
        return tuple(lines)


def _sequences(group: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if len(group) <= _MOST:
        for size in range(len(group) + 1):
            yield from permutations(group, size)
        return
    random = Random(0)
    for _ in range(_SEQUENCES):
        yield tuple(random.sample(group, random.randint(0, len(group))))

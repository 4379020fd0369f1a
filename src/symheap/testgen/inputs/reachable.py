"""Objects that the program's own constructors and methods create in a few calls.

A path constrains few fields, and a solver with free choice finds states that no program reaches.  So states reached by
a few calls are tried first: a test that starts with one needs no reflection, and its crash can really happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from symheap.core.model import Plain
from symheap.core.terms import REF
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.values.types import OBJECT, STRING, class_named_by, element_sort, is_array
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.objects.interpreter import Pointer
from symheap.testgen.access import Access
from symheap.testgen.building.members import Member, Members
from symheap.testgen.building.steps import BuildState, Operand, Workshop

_RUNS = 160
_MOST = 24
_CALLS = 3
_MAKINGS = 6
_CALLINGS = 2
_PARAMETERS = 3
_LARGEST = 200


@dataclass(frozen=True, slots=True)
class Sample:
    """An object in the heap that a few calls produce."""

    heap: ConcreteHeap
    number: int


class Reachable:
    """The samples of classes, those with fewer calls first.  A cache for the paths of one method."""

    def __init__(self, java: JavaProgram, access: Access) -> None:
        self._world = java.table.world
        self._members = Members(java.table, access)
        self._workshop = Workshop(java.program, _RUNS)
        self._known: dict[str, tuple[Sample, ...]] = {}

    def of(self, class_name: str) -> tuple[Sample, ...]:
        """Return the samples of a class; none for a JDK class, whose objects are created in other ways."""
        if class_name not in self._known:
            self._known[
                class_name
            ] = ()  # during the search, because constructors may need an object of their own class
            is_user = self._world.exists(class_name) and self._world.find(class_name).is_user
            self._known[class_name] = tuple(islice(self._samples(class_name), _MOST)) if is_user else ()
        return self._known[class_name]

    def _samples(self, class_name: str) -> Iterator[Sample]:
        seen: set[object] = set()
        level = [each for each in self._made(class_name) if _is_new(each, seen)]
        yield from level
        for calls in range(1, _CALLS + 1):
            level = [after for each in level for after in self._called(class_name, each, calls) if _is_new(after, seen)]
            yield from level

    def _made(self, class_name: str) -> Iterator[Sample]:
        for member in self._members.makers(class_name):
            for state, arguments in self._arguments(self._workshop.start(), member, _MAKINGS, 1):
                after = self._workshop.apply(state, self._members.make(member, arguments))
                made = after.steps[-1].made if after is not None else 0
                if after is not None and after.heap.class_of(made) == class_name:
                    yield Sample(after.heap, made)

    def _called(self, class_name: str, at: Sample, calls: int) -> Iterator[Sample]:
        receiver = Operand(Pointer(at.number), (), class_name)
        start = BuildState(at.heap, self._workshop.start().initialized)
        for member in self._members.methods(class_name):
            if len(member.parameters) > _PARAMETERS:
                continue
            for state, arguments in self._arguments(start, member, _CALLINGS, calls):
                after = self._workshop.apply(state, self._members.call(member, receiver, arguments))
                if after is not None:
                    yield Sample(after.heap, at.number)

    # Arguments --------------------------------------------------------------------------------------------------------

    def _arguments(
        self, state: BuildState, member: Member, most: int, calls: int
    ) -> Iterator[tuple[BuildState, list[Operand]]]:
        """Yield plain arguments, each time with a heap that contains them.

        Later calls get other numbers and letters.
        """
        choices = [range(len(_PLAIN.get(each, (0, 0)))) for each in member.parameters]
        for chosen in islice(product(*choices), most):
            heap = state.heap.copy()
            operands = [self._operand(heap, d, at, calls) for d, at in zip(member.parameters, chosen, strict=True)]
            yield BuildState(heap, state.initialized, state.steps), operands

    def _operand(self, heap: ConcreteHeap, descriptor: str, at: int, calls: int) -> Operand:
        if descriptor in _PLAIN:
            value = _PLAIN[descriptor][at]
            return Operand(value + calls - 1 if descriptor in _WHOLE and value else value, ())
        number = 0 if at else self._object(heap, class_named_by(descriptor), calls)
        return Operand(Pointer(number), (), class_named_by(descriptor))

    def _object(self, heap: ConcreteHeap, class_name: str, calls: int) -> int:
        if class_name == OBJECT:
            return heap.new(OBJECT)
        if class_name in (STRING, "java.lang.CharSequence", "java.lang.Comparable"):
            return _text(heap, chr(ord("a") + calls - 1))
        if is_array(class_name):
            made = heap.new_array(class_name, 1)
            if element_sort(class_name) is not REF:
                heap.set_element(made, 0, 1)
            return made
        return next((each.location.number for each in self._members.table.constants(class_name) or ()), 0)


_WHOLE = "IJSB"
_PLAIN: dict[str, Sequence[Plain]] = {
    **dict.fromkeys(_WHOLE, (1, 2, 0)),
    "Z": (True, False),
    "C": (ord("a"), ord("A")),
    "F": (0x3F800000,),
    "D": (0x3FF0000000000000,),
}


def _text(heap: ConcreteHeap, letter: str) -> int:
    made = heap.new(STRING)
    held = heap.new_array("[B", 1)
    heap.set_element(held, 0, ord(letter))
    heap.own(made).fields.update({"value": held, "coder": 0})
    return made


def _is_new(sample: Sample, seen: set[object]) -> bool:
    """Whether the object is in a new state; large objects are not examined."""
    shape = _shape(sample)
    if shape is None or shape in seen:
        return False
    seen.add(shape)
    return True


def _shape(sample: Sample) -> object | None:
    """Return everything reachable from an object, with objects numbered in the order of first access."""
    heap, order, slots_in_order = sample.heap, {sample.number: 0}, []
    pending = [sample.number]
    for number in pending:
        obj = heap.find(number)
        if len(order) > _LARGEST or len(obj.elements) > _LARGEST:
            return None
        slots: list[tuple[str | int, Plain]] = [*sorted(obj.fields.items()), *sorted(obj.elements.items())]
        for key, value in slots:
            if _is_reference(heap, obj.class_name, key) and value and int(value) < INITIAL:
                if int(value) not in order:
                    order[int(value)] = len(order)
                    pending.append(int(value))
                value = ("object", order[int(value)])  # type: ignore[assignment]
            slots_in_order.append((order[number], obj.class_name, obj.length, key, value))
        if not obj.fields and not obj.elements:
            slots_in_order.append((order[number], obj.class_name, obj.length, "", 0))
    return tuple(slots_in_order)


def _is_reference(heap: ConcreteHeap, class_name: str, key: str | int) -> bool:
    if isinstance(key, int):
        return element_sort(class_name) is REF
    return any(field.name == key and field.type.sort is REF for field in heap.table.fields(class_name))

"""The heap that a test has to build, as a graph: what is mentioned of each object, and the way that leads to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from symheap.core.deadline import tick
from symheap.core.model import Plain
from symheap.core.terms import REF
from symheap.lang.java.classes import JavaField
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.stubs import answers
from symheap.lang.java.table import JavaTable
from symheap.lang.java.types import STRING, class_named_by, descriptor_of, element_descriptor, is_array
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject
from symheap.report.java.notation import string_of
from symheap.testgen.building.known import BOXES

Step = str | int
"""A step of an access path: the unique name of a field, or the index of an element."""

_VALUES: Final = frozenset((STRING, *BOXES))


@dataclass(frozen=True, slots=True)
class Mention:
    """What a heap says of one field or element."""

    step: Step
    descriptor: str
    value: Plain

    @property
    def is_reference(self) -> bool:
        return self.descriptor[0] in "L["


def is_value(class_name: str) -> bool:
    """Strings and boxes: a test writes them as literals, and only a comparison by identity tells them apart."""
    return class_name in _VALUES


@dataclass(slots=True)
class Target:
    """The graph.  `roots` are the inputs in order, then the answers of stubs, each with its descriptor.

    Of `opaque` objects nothing is mentioned: they are made by what they mean, whatever they are inside.
    """

    table: JavaTable
    heap: ConcreteHeap
    roots: Mapping[str, tuple[str, Plain]]
    paths: dict[int, tuple[str, ...]] = field(default_factory=dict)
    opaque: set[int] = field(default_factory=set)
    _declared: dict[str, dict[str, JavaField]] = field(default_factory=dict)
    _dominated: dict[int, frozenset[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.paths = self._ways()

    def find(self, number: int) -> ConcreteObject:
        return self.heap.objects[number]

    def class_of(self, number: int) -> str:
        found = self.heap.objects.get(number)
        return found.class_name if found is not None else self.table.initial.heap.class_of(number)

    def is_user(self, class_name: str) -> bool:
        return not is_array(class_name) and self.table.world.find(class_name).is_user

    # Fields

    def declared(self, class_name: str) -> Mapping[str, JavaField]:
        """The instance fields of a class, the upper ones first, by their unique names."""
        found = self._declared.get(class_name)
        if found is None:
            chain = reversed(tuple(self.table.world.chain(class_name)))
            fields = [f for at in chain for f in at.fields.values() if not f.is_static]
            found = self._declared[class_name] = {f.field.name: f for f in fields}
        return found

    def mentions(self, number: int) -> Iterator[Mention]:
        """What the heap says of an object.  The contents of a value are its own affair."""
        obj = self.find(number)
        if is_value(obj.class_name) or number in self.opaque:
            return
        if is_array(obj.class_name):
            of = element_descriptor(obj.class_name)
            yield from (Mention(at, of, value) for at, value in sorted(obj.elements.items()))
            return
        for name, declared in self.declared(obj.class_name).items():
            if name in obj.fields:
                yield Mention(name, declared.descriptor, obj.fields[name])

    def references(self, number: int) -> Iterator[tuple[Step, int]]:
        """The input objects that an object is said to refer to."""
        for mention in self.mentions(number):
            if mention.is_reference and is_input(mention.value):
                yield mention.step, int(mention.value)

    def wanted_as(self, number: int) -> list[str]:
        """The types that refer to an object."""
        roots = [d for d, v in self.roots.values() if d[0] in "L[" and v == number]
        held = [m.descriptor for n in self.paths for m in self.mentions(n) if m.is_reference and m.value == number]
        return [class_named_by(descriptor) for descriptor in dict.fromkeys((*roots, *held))]

    def rename(self, number: int, path: tuple[str, ...]) -> None:
        """Another way to an object that is found only inside one of the JDK."""
        if 0 < number < INITIAL:
            self.paths[number] = path

    def text(self, number: int) -> str:
        """The characters of a string; of one that the path did not look into, none."""
        return string_of(self.heap, self.find(number)) or ""

    # Reachability

    def _ways(self) -> dict[int, tuple[str, ...]]:
        """A shortest way to each object, inputs before all else."""
        found: dict[int, tuple[str, ...]] = {}
        queue: deque[int] = deque()
        for name, (descriptor, value) in self.roots.items():
            if descriptor[0] in "L[" and is_input(value) and int(value) not in found:
                found[int(value)] = (name,)
                queue.append(int(value))
        while queue:
            tick()
            at = queue.popleft()
            for step, to in self.references(at):
                if to not in found:
                    found[to] = (*found[at], f"[{step}]" if isinstance(step, int) else step.rpartition(".")[2])
                    queue.append(to)
        return found

    def reachable(self, number: int) -> tuple[int, ...]:
        """What an object leads to, itself first, breadth first."""
        found = {number: None}
        queue = deque([number])
        while queue:
            tick()
            for _, to in self.references(queue.popleft()):
                if to not in found:
                    found[to] = None
                    queue.append(to)
        return tuple(found)

    def dominated(self, number: int) -> frozenset[int]:
        """Objects, other than itself and inputs, that only an object leads to: a method of it may have made them."""
        found = self._dominated.get(number)
        if found is None:
            found = self._dominated[number] = frozenset(self.reachable(number)) - self._reachable_without(number)
            found -= {number}
        return found

    def _reachable_without(self, number: int) -> set[int]:
        roots = [int(v) for d, v in self.roots.values() if d[0] in "L[" and is_input(v)]
        found = {n for n in roots if n != number}
        pending = list(found)
        while pending:
            tick()
            for _, to in self.references(pending.pop()):
                if to not in found and to != number:
                    found.add(to)
                    pending.append(to)
        return found


def is_input(value: Plain) -> bool:
    """Whether a reference is to an object that the test has to make."""
    return 0 < int(value) < INITIAL


def target_of(java: JavaProgram, heap: ConcreteHeap) -> Target:
    """Inputs that the heap does not mention may be anything: they are null, or zero."""
    roots: dict[str, tuple[str, Plain]] = {}
    for declared, descriptor in zip(java.program.inputs, input_descriptors(java), strict=True):
        roots[declared.name] = (descriptor, heap.roots.get(declared.name, 0))
    kinds = answers(java.table.world, java.table.universe)
    further = [name for name in heap.roots if name not in roots and name.rpartition("#")[0] in kinds]
    for name in sorted(further, key=lambda each: int(each.rpartition("#")[2])):
        roots[name] = (kinds[name.rpartition("#")[0]], heap.roots[name])
    return Target(java.table, heap, roots)


def input_descriptors(java: JavaProgram) -> Iterator[str]:
    """The types of the inputs: receiver, parameters, then static fields."""
    parameters = [p.descriptor for p in method_type(java.subject.method.descriptor).parameters]
    for declared in java.program.inputs:
        if declared.name == "this":
            yield descriptor_of(java.subject.class_name)
        elif parameters:
            yield parameters.pop(0)
        elif declared.type.sort is REF:
            yield descriptor_of(declared.type.class_name)
        else:
            owner, _, name = declared.name.rpartition(".")
            fields = java.table.world.find(owner).fields.values()
            yield next(f.descriptor for f in fields if f.name == name and f.is_static)

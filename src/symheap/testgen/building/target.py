"""The heap that a test has to build, as a graph: the mentioned parts of each object, and the path that leads to it."""

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
from symheap.lang.java.inputs.stubs import answers
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import STRING, class_named_by, descriptor_of, element_descriptor, is_array
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject
from symheap.report.java.notation import string_of
from symheap.testgen.building.known import BOXES

Step = str | int
"""A step of an access path: the unique name of a field, or the index of an element."""

_VALUES: Final = frozenset((STRING, *BOXES))


@dataclass(frozen=True, slots=True)
class Mention:
    """The value of one field or element in the heap."""

    step: Step
    descriptor: str
    value: Plain

    @property
    def is_reference(self) -> bool:
        return self.descriptor[0] in "L["


def is_value(class_name: str) -> bool:
    """Whether a class is a string or box class: literals in a test, distinguishable only by identity."""
    return class_name in _VALUES


@dataclass(slots=True)
class Target:
    """The graph.  `roots` are the inputs in order, then the answers of stubs, each with its descriptor.

    Nothing is mentioned of `opaque` objects: they are created by meaning, whatever their internals.
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
        obj = self.heap.objects.get(number)
        return obj.class_name if obj is not None else self.table.initial.heap.class_of(number)

    def is_user(self, class_name: str) -> bool:
        return not is_array(class_name) and self.table.world.find(class_name).is_user

    # Fields

    def declared(self, class_name: str) -> Mapping[str, JavaField]:
        """Return the instance fields of a class by their unique names, those of superclasses first."""
        declared = self._declared.get(class_name)
        if declared is None:
            chain = reversed(tuple(self.table.world.chain(class_name)))
            fields = [f for at in chain for f in at.fields.values() if not f.is_static]
            declared = self._declared[class_name] = {f.field.name: f for f in fields}
        return declared

    def mentions(self, number: int) -> Iterator[Mention]:
        """Yield the mentioned fields and elements of an object.  The internals of a string or box are not mentioned."""
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
        """Yield the input objects that an object refers to."""
        for mention in self.mentions(number):
            if mention.is_reference and is_input(mention.value):
                yield mention.step, int(mention.value)

    def wanted_as(self, number: int) -> list[str]:
        """Return the types of the references to an object."""
        roots = [d for d, v in self.roots.values() if d[0] in "L[" and v == number]
        held = [m.descriptor for n in self.paths for m in self.mentions(n) if m.is_reference and m.value == number]
        return [class_named_by(descriptor) for descriptor in dict.fromkeys((*roots, *held))]

    def rename(self, number: int, path: tuple[str, ...]) -> None:
        """Set the path to an object that occurs only inside a JDK object."""
        if 0 < number < INITIAL:
            self.paths[number] = path

    def text(self, number: int) -> str:
        """Return the characters of a string; empty if the path did not read them."""
        return string_of(self.heap, self.find(number)) or ""

    # Reachability

    def _ways(self) -> dict[int, tuple[str, ...]]:
        """Return a shortest path to each object; inputs precede everything else."""
        paths: dict[int, tuple[str, ...]] = {}
        queue: deque[int] = deque()
        for name, (descriptor, value) in self.roots.items():
            if descriptor[0] in "L[" and is_input(value) and int(value) not in paths:
                paths[int(value)] = (name,)
                queue.append(int(value))
        while queue:
            tick()
            at = queue.popleft()
            for step, to in self.references(at):
                if to not in paths:
                    paths[to] = (*paths[at], f"[{step}]" if isinstance(step, int) else step.rpartition(".")[2])
                    queue.append(to)
        return paths

    def reachable(self, number: int) -> tuple[int, ...]:
        """Return the objects reachable from an object, itself first, breadth first."""
        reached = {number: None}
        queue = deque([number])
        while queue:
            tick()
            for _, to in self.references(queue.popleft()):
                if to not in reached:
                    reached[to] = None
                    queue.append(to)
        return tuple(reached)

    def dominated(self, number: int) -> frozenset[int]:
        """Return the objects reachable only through an object, which one of its methods may create.

        The object itself and inputs are not among them.
        """
        dominated = self._dominated.get(number)
        if dominated is None:
            dominated = self._dominated[number] = frozenset(self.reachable(number)) - self._reachable_without(number)
            dominated -= {number}
        return dominated

    def _reachable_without(self, number: int) -> set[int]:
        roots = [int(v) for d, v in self.roots.values() if d[0] in "L[" and is_input(v)]
        reached = {n for n in roots if n != number}
        pending = list(reached)
        while pending:
            tick()
            for _, to in self.references(pending.pop()):
                if to not in reached and to != number:
                    reached.add(to)
                    pending.append(to)
        return reached


def is_input(value: Plain) -> bool:
    """Whether a reference points to an object that the test has to create."""
    return 0 < int(value) < INITIAL


def target_of(java: JavaProgram, heap: ConcreteHeap) -> Target:
    """Return the target.  Inputs that the heap does not mention may have any value, so they are null or zero."""
    roots: dict[str, tuple[str, Plain]] = {}
    for declared, descriptor in zip(java.program.inputs, input_descriptors(java), strict=True):
        roots[declared.name] = (descriptor, heap.roots.get(declared.name, 0))
    kinds = answers(java.table.world, java.table.universe)
    further = [name for name in heap.roots if name not in roots and name.rpartition("#")[0] in kinds]
    for name in sorted(further, key=lambda each: int(each.rpartition("#")[2])):
        roots[name] = (kinds[name.rpartition("#")[0]], heap.roots[name])
    return Target(java.table, heap, roots)


def input_descriptors(java: JavaProgram) -> Iterator[str]:
    """Yield the types of the inputs: receiver, parameters, then static fields."""
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

"""Short facts about the inputs of a test, by access path."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Set
from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.core.model import Plain
from symheap.core.types import LENGTH
from symheap.lang.java.classes import JavaField
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.inputs.declared import THIS
from symheap.lang.java.values.types import class_named_by, descriptor_of, element_descriptor, is_array, sort_of
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.testgen.building.known import BOXES
from symheap.testgen.building.strings import is_string, text_of
from symheap.testgen.writing.naming import camel
from symheap.testgen.writing.words import class_word, known_word, text_word, value_word

Path = tuple[str, ...]
_DEEPEST = 40
_MOST = 400
_FIRST = 6
_FEW_ELEMENTS = 4
_FEW = 2
_LIBRARY = 30
_TELLING = ("size", "count", "value")
"""Fields of JDK classes that describe their objects in terms that readers know."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about the value at a path; each path has at most one fact of a kind (`what`).

    `weight` is lower for facts that are easier to grasp.  `short` are words that mention only the end of the path.
    """

    path: Path
    what: str
    words: str
    weight: int
    short: str = ""

    def concerns(self, mentioned: Set[Path]) -> bool:
        """Whether a path condition mentions it, given the access paths in the condition."""
        return self.path in mentioned or (*self.path, LENGTH.name) in mentioned


def facts_of(java: JavaProgram, heap: ConcreteHeap) -> tuple[Fact, ...]:
    return tuple(_Walk(java, heap).facts())


def paths_of(java: JavaProgram, heap: ConcreteHeap) -> dict[int, Path]:
    """Return a shortest path to each object reachable from the inputs."""
    walk = _Walk(java, heap)
    for _ in walk.facts():
        pass
    return walk.paths


def path_words(path: Path) -> str:
    """Return a path as a name; the receiver is left out if anything follows it."""
    return camel(list(path[1:] if path[0] == THIS and len(path) > 1 else path))


class _Walk:
    """A breadth-first walk from the inputs."""

    def __init__(self, java: JavaProgram, heap: ConcreteHeap) -> None:
        self._java = java
        self._heap = heap
        self.paths: dict[int, Path] = {}
        self._closed: set[Path] = set()

    def _roots(self) -> Iterator[tuple[Path, str, Plain]]:
        subject = self._java.subject
        names = [declared.name for declared in self._java.program.inputs]
        this = [descriptor_of(subject.class_name)] if THIS in names else []
        kinds = [*this, *(p.descriptor for p in method_type(subject.method.descriptor).parameters)]
        for name, kind in zip(names, kinds, strict=False):
            yield (name,), kind, self._heap.roots.get(name, 0)

    def facts(self) -> Iterator[Fact]:
        """Yield the facts, except for those about the internals of JDK objects, which the walk visits too."""
        for fact in self._all():
            if not any(fact.path[:end] in self._closed for end in range(1, len(fact.path) + 1)):
                yield fact

    def _all(self) -> Iterator[Fact]:
        pending = deque((path, kind, value, 0) for path, kind, value in self._roots())
        count = 0
        while pending and count < _MOST:
            tick()
            path, kind, value, weight = pending.popleft()
            count += 1
            if kind[0] not in "L[":
                yield self._fact(path, "value", f"Is{value_word(kind, value)}", weight + 2)
                continue
            if path != (THIS,):
                yield self._fact(path, "null", "IsNotNull" if value else "IsNull", weight)
            number = int(value)
            if self._is_constant(number):
                known = known_word(self._java.table.initial, number)
                yield self._fact(path, "value", f"Is{known}", weight + 1)
            elif number and self._exists(number):
                first = self.paths.setdefault(number, path)
                if first != path and not self._is_value(number):
                    words = path_words(first)
                    yield self._fact(path, "alias", f"Is{words[:1].upper()}{words[1:]}", weight + 1)
                    continue
                yield from self._object(path, kind, number, weight)
                if len(path) < _DEEPEST and number < INITIAL:
                    pending.extend(self._inside(path, number, weight))

    def _is_constant(self, number: int) -> bool:
        """Whether it is a named object from before the call, for which no value is more informative."""
        objects = self._java.table.initial.heap.objects
        class_name = objects[number].class_name if number >= INITIAL and number in objects else ""
        return bool(class_name) and not (is_string(class_name) or class_name in BOXES or is_array(class_name))

    def _is_value(self, number: int) -> bool:
        """Whether it is a string or a box, which is compared by equality rather than identity."""
        class_name = self._heap.class_of(number)
        return is_string(class_name) or class_name in BOXES

    def _exists(self, number: int) -> bool:
        return number in self._heap.objects or number in self._heap.base

    def _fact(self, path: Path, what: str, words: str, weight: int) -> Fact:
        short = camel(list(path[-_FEW:])) if len(path) > _FEW else path_words(path)
        return Fact(path, what, path_words(path) + words, weight + 10 * len(path), short + words)

    def _object(self, path: Path, kind: str, number: int, weight: int) -> Iterator[Fact]:
        class_name = self._heap.class_of(number)
        if class_named_by(kind) != class_name:
            yield self._fact(path, "class", f"Is{class_word(class_name)}", weight + 1)
        if is_string(class_name):
            yield from self._text(path, number, weight)
        elif class_name in BOXES:
            value = self._heap.find(number).fields.get("value", 0)
            yield self._fact(path, "value", f"Is{value_word(BOXES[class_name], value)}", weight + 2)
        elif is_array(class_name):
            yield from self._array(path, number, weight)

    def _array(self, path: Path, number: int, weight: int) -> Iterator[Fact]:
        length = self._heap.length(number) or 0
        yield self._fact(path, "length", f"HasLength{length}" if length else "IsEmpty", weight + 1)
        kind = element_descriptor(self._heap.class_of(number))
        if kind[0] not in "L[" and 0 < length <= _FEW_ELEMENTS:
            elements = [self._heap.element(number, i, sort_of(kind)) for i in range(length)]
            yield self._fact(path, "value", f"Is{'Then'.join(value_word(kind, each) for each in elements)}", weight + 3)

    def _text(self, path: Path, number: int, weight: int) -> Iterator[Fact]:
        text = text_of(self._heap, number)
        if text is None:
            return
        yield self._fact(path, "length", f"HasLength{len(text)}" if text else "IsEmpty", weight + 1)
        text_as_word = text_word(text) if text else None
        if text_as_word is not None:
            yield self._fact(path, "value", f"Is{text_as_word}", weight + 2)

    def _inside(self, path: Path, number: int, weight: int) -> Iterator[tuple[Path, str, Plain, int]]:
        class_name = self._heap.class_of(number)
        if is_string(class_name) or class_name in BOXES:
            return
        if is_array(class_name):
            kind = element_descriptor(class_name)
            for i in range(min(self._heap.length(number) or 0, _FIRST)):
                yield (*path, f"[{i}]"), kind, self._heap.element(number, i, sort_of(kind)), weight
            return
        for f, is_user in self._declared(class_name):
            if not is_user and f.name not in _TELLING:
                self._closed.add((*path, f.field.name))
            yield (
                (*path, f.field.name),
                f.descriptor,
                self._heap.get(number, f.field),
                weight + _LIBRARY * (not is_user),
            )

    def _declared(self, class_name: str) -> Iterator[tuple[JavaField, bool]]:
        world = self._java.table.world
        for at in world.chain(class_name) if world.exists(class_name) else ():
            yield from ((f, at.is_user) for f in at.fields.values() if not f.is_static and "$" not in f.name)

"""Java's notation: values by declared type, arrays, strings, and names for objects that exist before the call."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from symheap.core.deadline import tick
from symheap.core.model import Plain
from symheap.core.outcome import Threw
from symheap.core.printing import glance, infix
from symheap.core.source import CodePosition, Position
from symheap.core.terms import REF, Op, Term, Value
from symheap.lang.java.boxes import cached_boxes
from symheap.lang.java.classes import INIT, held_class
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.initial import Initial
from symheap.lang.java.natives.asked import kind_of_answer
from symheap.lang.java.stubs import answers
from symheap.lang.java.table import JOINED, JavaTable
from symheap.lang.java.types import STRING, descriptor_of, element_descriptor, is_array, source_name
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject
from symheap.objects.decisions import Decision
from symheap.objects.host import Part
from symheap.report.explore.places import source_file
from symheap.report.formats.notation import VOID, Notation, Read, quoted, written
from symheap.report.java.strings import joined_text, string_text

if TYPE_CHECKING:
    from symheap.report.java.crash_words import CrashWords
    from symheap.report.java.decisions import DecisionWords

_KNOWN = re.compile(r"[^\s(){},!]+#(\d{7,})(?![\d…])")
_DIGEST = re.compile(r"(?<!…)~[0-9a-f]{12}(?=\])")
_MADE = re.compile(r"([^\s(){},!]+)#(\d+)")
_BOXES = frozenset(f"java.lang.{n}" for n in ("Integer", "Long", "Short", "Byte", "Character", "Boolean"))
_ATOMS = _BOXES | {STRING, "java.lang.Class"}
_ENUM = "java.lang.Enum"
_LONGEST_CONTENTS = 10_000


class JavaNotation(Notation):
    """The notation of one program.

    `inputs` and `result` are descriptors, because the core's types do not distinguish a char from a short.  The program
    under test consists of the user's classes and the top-level class of `subject`.
    """

    def __init__(
        self,
        table: JavaTable,
        inputs: Mapping[str, str],
        result: str,
        subject: str = "",
        java: JavaProgram | None = None,
        target: str = "",
    ) -> None:
        self._java = java
        self._target = target
        self._table = table
        self._subject = _top_level(subject)
        self._inputs = inputs
        self._result = result
        self._fields: dict[str, dict[str, str]] = {}
        self._names = KnownObjects(table.initial)

    def root(self, name: str) -> str:
        """Return the kind of an input.  A value that a stub returned is named by its method and a number."""
        return self._inputs.get(name) or self._inputs.get(name.rpartition("#")[0]) or kind_of_answer(name)

    def field(self, class_name: str, name: str) -> str:
        descriptors = self._fields.get(class_name)
        if descriptors is None:
            descriptors = self._fields[class_name] = dict(self._descriptors(class_name))
        return descriptors.get(name, "")

    def _descriptors(self, class_name: str) -> Iterator[tuple[str, str]]:
        owner = held_class(class_name) or class_name
        world = self._table.world
        for java_class in world.chain(owner) if not is_array(owner) and world.exists(owner) else ():
            for declared in java_class.fields.values():
                yield declared.field.name, declared.descriptor

    def element(self, class_name: str) -> str:
        return element_descriptor(class_name)

    def type_name(self, class_name: str) -> str:
        return type_name(class_name)

    def array_name(self, class_name: str, length: str) -> str:
        base, brackets, rest = type_name(class_name).partition("[]")
        return f"{base}[{length}]{rest}" if brackets else base

    def holds_references(self, class_name: str) -> bool:
        return is_array(class_name) and element_descriptor(class_name)[0] in "L["

    @property
    def result_kind(self) -> str:
        return self._result

    def gives_back(self) -> bool:
        return self._result != VOID

    def known(self, number: int) -> str | None:
        return self._names.name(number) if number >= INITIAL else None

    def string(self, heap: ConcreteHeap, number: int) -> str | None:
        return string_of(heap, heap.objects.get(number))

    def whole(self, ref: Term, read: Read, parts: Sequence[Part] | None = None) -> str | None:
        """Describe strings and enum constants, and of objects from before the call also boxes and class objects."""
        if ref.op is not Op.LOC:
            return None
        name, is_initial = ref.location.class_name, ref.location.initial
        if name == JOINED and parts is not None:
            return f"{self.term(ref)}\n{joined_text(self.term, parts)}"
        if name == STRING and not is_initial:
            text = string_text(self.term, ref, read)
            return None if text is None else f"{self.term(ref)}\n{text}"
        if name in _ATOMS or not self.is_enum(name):
            return self.term(ref) if is_initial and name in _ATOMS else None
        constant = read(ref, "name")
        if is_initial or not isinstance(constant, Term):
            return self.term(ref)
        return f"{type_name(name)}.{self.term(constant).strip(chr(34))}"

    def is_enum(self, class_name: str) -> bool:
        if is_array(class_name) or not self._table.world.exists(class_name):
            return False
        return any(each.name == _ENUM for each in self._table.world.chain(class_name))

    def is_own(self, position: Position) -> bool:
        return _is_own(position, self._subject, self._table)

    def is_own_class(self, class_name: str) -> bool:
        return _is_own_class(class_name, self._subject, self._table)

    @cached_property
    def _crash_words(self) -> CrashWords:
        from symheap.report.java.crash_words import CrashWords

        return CrashWords(self._table.world)

    def crash(self, end: Threw, place: Position, heap: ConcreteHeap | None = None) -> str | None:
        if heap is None or self._java is None:
            return self._crash_words.describe(end, place)
        return self._crash_words.describe_input(self._java, end, place, heap)

    def call(self, place: Position) -> str | None:
        return self._crash_words.call(place)

    @cached_property
    def _decision_words(self) -> DecisionWords | None:
        from symheap.report.java.decisions import DecisionWords

        return None if self._java is None else DecisionWords(self._java, partial(source_file, self._target))

    def decisions(self, made: Sequence[Decision]) -> list[tuple[Position, str]]:
        words = self._decision_words
        return super().decisions(made) if words is None else words.lines(made)

    def term(self, value: Value) -> str:
        """Write a term, with names for objects that exist before the call, and classes for those that the path created.

        The digests that distinguish the names of elements are left out; only `smt2` has them.
        """
        return self._spelled(infix(value))

    def glance(self, value: Value, limit: int) -> str:
        return self._spelled(glance(value, limit))

    def _spelled(self, text: str) -> str:
        text = _KNOWN.sub(lambda match: self._names.name(int(match[1]), match[0]), _DIGEST.sub("", text))
        return _MADE.sub(lambda match: f"{type_name(match[1])}#{match[2]}", text)

    def result(self, value: Value) -> str:
        if self._result == VOID:
            return "void"
        if isinstance(value, Term):
            text = self.term(value)
            return f"new {text}" if value.sort is REF and _MADE.fullmatch(text) else text
        return written(self._result, value)


def own_code(java: JavaProgram) -> Callable[[Position], bool]:
    """Return a test whether a position is in the program under test: in the user's classes or in the explored class."""
    return partial(_is_own, subject=_top_level(java.subject.class_name), table=java.table)


def _is_own(position: Position, subject: str, table: JavaTable) -> bool:
    if not isinstance(position, CodePosition):
        return True
    return _is_own_class(position.member.partition("(")[0].rpartition(".")[0], subject, table)


def _is_own_class(class_name: str, subject: str, table: JavaTable) -> bool:
    return _top_level(class_name) == subject or table.world.class_path.is_user(class_name)


def notation_of(java: JavaProgram, target: str = "") -> JavaNotation:
    """Return the notation of a program.  `target` is its path.

    The inputs are the receiver and the parameters, followed by static fields.
    """
    method, table = java.subject.method, java.table
    types = method_type(method.descriptor)
    names = [declared.name for declared in java.program.inputs if declared.name != "this"]
    inputs = answers(table.world, table.universe)
    inputs.update(zip(names, (p.descriptor for p in types.parameters), strict=False))
    for name in names[len(types.parameters) :]:
        owner, _, field = name.rpartition(".")
        inputs.update((name, f.descriptor) for f in table.world.find(owner).fields.values() if f.name == field)
    class_name = java.subject.class_name
    result = descriptor_of(class_name) if method.name == INIT else types.result.descriptor
    return JavaNotation(table, inputs, result, class_name, java, target)


def _top_level(class_name: str) -> str:
    return class_name.partition("$")[0]


def type_name(class_name: str) -> str:
    """Return the name of a class in Java source; other names stay as they are."""
    if class_name == JOINED:
        class_name = STRING
    try:
        return source_name(descriptor_of(class_name)) if class_name else ""
    except ValueError:
        return class_name


def string_of(heap: ConcreteHeap, obj: ConcreteObject | None) -> str | None:
    """Return the characters of a string whose contents a path has read.

    Rule: JEP 254 (a byte or two a character)
    """
    if obj is None or obj.class_name != STRING or "value" not in obj.fields:
        return None
    array = heap.objects.get(int(obj.fields["value"]))
    if array is None or array.length is None or array.length > _LONGEST_CONTENTS:
        return None
    units = [int(array.elements.get(i, 0)) for i in range(array.length)]
    if array.class_name == "[C":
        return "".join(chr(unit & 0xFFFF) for unit in units)
    raw = bytes(unit & 0xFF for unit in units)
    return raw.decode("utf-16-le", "surrogatepass") if obj.fields.get("coder") == 1 else raw.decode("latin-1")


class KnownObjects:
    """Names for the objects that exist before the call: Java expressions that evaluate to them.

    A name is a literal, a class, a cached box of the JDK, an enum constant or another static field, or else a path from
    a static field.  Objects may be added later: the names are computed again for a new number.
    """

    def __init__(self, initial: Initial) -> None:
        self._initial = initial
        self._names: dict[int, str] = {}
        self._seen = -1

    def name(self, number: int, otherwise: str | None = None) -> str:
        """Return the name of an object, or `otherwise` if it does not exist before the call."""
        if number not in self._names and self._seen != len(self._initial.heap.objects):
            self._seen = len(self._initial.heap.objects)
            self._names = dict(self._all())
        name = self._names.get(number)
        if name is not None:
            return name
        obj = self._initial.heap.objects.get(number)
        if obj is None:
            return f"#{number}" if otherwise is None else otherwise
        return f"{type_name(obj.class_name)}#{number}"

    def _all(self) -> Iterator[tuple[int, str]]:
        """Yield numbers with names; later names override earlier ones."""
        interned = self._initial.interned
        yield from self._reachable()
        for number in cached_boxes(self._initial):
            obj = self._initial.heap.objects[number]
            yield number, f"{type_name(obj.class_name)[10:]}.valueOf({self._box(obj)})"
        for name, number in interned.classes.items():
            yield number, f"{type_name(name)}.class"
        for text, number in interned.literals.items():
            yield number, quoted(text)

    def _box(self, obj: ConcreteObject) -> str:
        kind = {"java.lang.Character": "C", "java.lang.Boolean": "Z"}.get(obj.class_name, "")
        return written(kind, obj.fields.get("value", 0)).partition(" (")[0]

    def _reachable(self) -> Iterator[tuple[int, str]]:
        """Yield every object reachable from a static field, by a shortest path.

        Enum constants are preferred, then final fields.
        """
        objects = self._initial.heap.objects
        names: dict[int, str] = {}
        holders = self._initial.interned.holders
        queue = deque(self._first_steps())
        while queue:
            tick()
            number, way = queue.popleft()
            if number not in names and number in objects:
                names[number] = way
                queue += ((held, way + step) for step, held in self._references(objects[number]))
        for owner in holders:
            names.update(self._constants(owner))
        yield from names.items()

    def _contested(self) -> Mapping[str, Mapping[str, int]]:
        """Return the static fields of classes that may or may not have been initialised before the call."""
        table = self._initial.heap.table
        return table.contested if isinstance(table, JavaTable) else {}

    def _first_steps(self) -> Iterator[tuple[int, str]]:
        """Yield the objects in static fields, final fields first, because the others may change."""
        others: list[tuple[int, str]] = []
        for owner, holder in self._initial.interned.holders.items():
            final = {f.field.name for f in self._initial.world.find(owner).fields.values() if f.is_final}
            for step, number in self._references(self._initial.heap.objects[holder]):
                if step[1:] in final:
                    yield number, type_name(owner) + step
                else:
                    others.append((number, type_name(owner) + step))
        yield from others
        for owner, static in self._contested().items():
            yield from ((number, f"{type_name(owner)}.{field}") for field, number in static.items())
        yield from self._elsewhere()

    def _elsewhere(self) -> Iterator[tuple[int, str]]:
        """Yield the objects that initialisers put into static fields of other classes.

        If a field has different values in different histories, the name includes the class: `Main.last@Node`.
        """
        table = self._initial.heap.table
        places = table.elsewhere if isinstance(table, JavaTable) else {}
        writers = Counter(place for held in places.values() for place in held)
        for by, held in places.items():
            for (owner, field), number in held.items():
                name = f"{type_name(owner)}.{field}"
                is_alone = writers[owner, field] == 1 and not self._initial.static(owner, field)
                yield number, name if is_alone else f"{name}@{type_name(by)}"

    def _references(self, obj: ConcreteObject) -> Iterator[tuple[str, int]]:
        if is_array(obj.class_name):
            if element_descriptor(obj.class_name)[0] in "L[":
                yield from ((f"[{at}]", int(value)) for at, value in obj.elements.items())
            return
        table = self._initial.heap.table
        references = {f.name for f in table.fields(obj.class_name) if f.type.sort is REF}
        yield from ((f".{name}", int(value)) for name, value in obj.fields.items() if name in references)

    def _constants(self, owner: str) -> Iterator[tuple[int, str]]:
        for declared in self._initial.world.find(owner).fields.values():
            value: Plain | None = self._initial.static(owner, declared.field.name)
            if declared.is_enum_constant and value:
                yield int(value), f"{type_name(owner)}.{declared.name}"
